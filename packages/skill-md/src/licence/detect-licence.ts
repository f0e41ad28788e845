import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { loadSkillMd } from '../load/load-skill-md.ts'
import type { PackageFile } from '../package/package-file.ts'
import { judgeStatements } from './judge-statements.ts'
import { folderOfPath, isLicenceFile } from './licence-paths.ts'
import type { LicenceEvidence, LicenceReport } from './licence-report.ts'
import {
  type LicenceStatement,
  maxLicenceLength,
  readLicenceField,
  readLicenceText,
} from './read-licence-text.ts'

/** A file above the skill's folder. */
export interface AncestorFile {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

/** A statement and where it stands. */
interface Found {
  readonly statement: LicenceStatement
  readonly evidence: LicenceEvidence
}

/**
 * The licence of a package, by the licence files at the top of its folder, the `license` field of its SKILL.md, and, when
 * its folder has no licence file, the nearest one above. `ancestors` are the files above, the nearest first; those that
 * are no licence files are left out. What its registry says counts only where nothing else says anything. Pure; never
 * throws on content.
 */
export function detectLicence(
  files: readonly PackageFile[],
  ancestors: readonly AncestorFile[],
  registryLicence = '',
): LicenceReport {
  const own = files.filter(({ path }) => !path.includes('/') && isLicenceFile(path))
  const inFolder = own.map(({ path, bytes }) => fromFile(path, decode(bytes)))
  const field = fromField(files)
  const isDecided = inFolder.some(({ statement }) => statement.says !== 'reference')
  const above = isDecided ? [] : nearest(ancestors)
  const isStated = inFolder.length + field.length + above.length > 0
  const registry = isStated ? [] : fromRegistry(registryLicence)
  const evidence = [...inFolder, ...field, ...above, ...registry].map((found) => found.evidence)
  const places = [inFolder, field, above, registry].map((place) =>
    place.map(({ statement }) => statement),
  )
  return { evidence, ...judgeStatements(places) }
}

function fromFile(path: string, text: string): Found {
  const statement = readLicenceText(text)
  return { statement, evidence: evidenceOf(path, { text, statement }) }
}

function fromField(files: readonly PackageFile[]): readonly Found[] {
  const skillMd = files.find(({ path }) => path.toLowerCase() === 'skill.md')
  const loaded = skillMd && loadSkillMd(skillMd.bytes)
  const text = loaded?.ok ? loaded.document.fields.license : ''
  const statement = readLicenceField(text)
  if (!skillMd || !statement) return []
  return [{ statement, evidence: evidenceOf(skillMd.path, { text, statement }) }]
}

function fromRegistry(text: string): readonly Found[] {
  const statement = readLicenceField(text)
  if (!statement) return []
  const evidence = evidenceOf('registry', { text, statement })
  return [{ statement, evidence: { ...evidence, kind: 'registry' } }]
}

/** The licence files of the nearest folder that has one with more than a reference to another. */
function nearest(ancestors: readonly AncestorFile[]): readonly Found[] {
  const found: Found[] = []
  let folder: string | undefined
  for (const { path, text } of ancestors) {
    if (!isLicenceFile(path)) continue
    if (folder !== undefined && folderOfPath(path) !== folder) break
    const file = fromFile(path, text)
    found.push(file)
    if (file.statement.says !== 'reference') folder = folderOfPath(path)
  }
  return found
}

function evidenceOf(
  path: string,
  { text, statement }: { readonly text: string; readonly statement: LicenceStatement },
): LicenceEvidence {
  const { kind, expression, score } = statement
  return { path, kind, expression, score, textSha256: bytesToHex(sha256(utf8ToBytes(text))) }
}

/** One character more than is read, so that a longer file is seen to be longer. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes.subarray(0, 3 * maxLicenceLength))
    .slice(0, maxLicenceLength + 1)
}

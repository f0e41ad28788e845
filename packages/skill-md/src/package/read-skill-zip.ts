import type { Entry } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { Diagnostic } from '../base/diagnostic.ts'
import { commonFolder, isIgnoredEntry, nestedArchives } from './archive-layout.ts'
import type { PackageFile, PackageProblem } from './package-file.ts'
import { badPath, listingProblem } from './package-rules.ts'
import { pathFault } from './path-fault.ts'
import { checkLayout, inflateEntry, listEntries } from './zip-entries.ts'
import { isOverCompressionRatio, zipLimits } from './zip-limits.ts'
import {
  ZipRejected,
  zipBomb,
  zipEncrypted,
  zipMethodUnsupported,
  zipSpecialEntry,
  zipTooLarge,
} from './zip-problems.ts'

export type SkillZip =
  | {
      readonly ok: true
      /** All files of the package, with SKILL.md at the top if present. */
      readonly files: readonly PackageFile[]
      /** The single root folder; undefined when the files are at the top of the archive. */
      readonly root: string | undefined
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly problem: PackageProblem }

/**
 * Reads the files of a zipped skill folder. The declared metadata is validated before any byte is inflated, and the
 * inflated bytes are checked against it. Never throws on content. Problems: `zip.*` for the archive, `package.*` for the
 * files.
 */
export async function readSkillZip(bytes: Uint8Array): Promise<SkillZip> {
  try {
    return await read(bytes)
  } catch (error) {
    if (error instanceof ZipRejected) return { ok: false, problem: error.problem }
    throw error
  }
}

async function read(bytes: Uint8Array): Promise<SkillZip> {
  if (bytes.length > zipLimits.archiveBytes) {
    throw new ZipRejected(zipTooLarge(bytes.length, zipLimits.archiveBytes))
  }
  const entries = await listEntries(bytes, zipLimits.entries)
  refuseFirst(entryProblems(entries))
  const included = entries
    .map((entry) => ({ entry, path: pathOf(entry) }))
    .filter(({ path }) => !path.endsWith('/') && !isIgnoredEntry(path))
  const root = commonFolder(included.map(({ path }) => path))
  const listed = included.map(({ entry, path }) => ({
    entry,
    path: root === undefined ? path : path.slice(root.length + 1),
    size: entry.uncompressedSize,
  }))
  refuseFirst([listingProblem(listed), zipBombProblem(entries, bytes.length)])
  await checkLayout(entries)
  const files: PackageFile[] = []
  for (const { entry, path } of listed) {
    const content = await inflateEntry(entry)
    files.push({ path, bytes: content, executable: (unixMode(entry) & 0o111) !== 0 })
  }
  return { ok: true, files, root, diagnostics: nestedArchives(files) }
}

function refuseFirst(problems: Iterable<PackageProblem | undefined>): void {
  for (const problem of problems) if (problem) throw new ZipRejected(problem)
}

function* entryProblems(entries: readonly Entry[]): Generator<PackageProblem | undefined> {
  for (const entry of entries) {
    const path = pathOf(entry)
    const fault = pathFault(path.replace(/\/$/, ''))
    if (fault) yield badPath(path, fault)
    if (entry.encrypted) yield zipEncrypted(path)
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
      yield zipMethodUnsupported(path, entry.compressionMethod)
    }
    const special = specialKind(entry)
    if (special) yield zipSpecialEntry(path, special)
  }
}

/** Hosts of the zip format whose file names never contain a backslash: MS-DOS, NTFS, VFAT. */
const windowsHosts: ReadonlySet<number> = new Set([0, 10, 14])

/**
 * The path of an entry. `Compress-Archive` of Windows PowerShell 5 writes backslashes between folders; elsewhere a backslash is part
 * of a name, and refused.
 */
function pathOf({ filename, versionMadeBy }: Entry): string {
  return windowsHosts.has(versionMadeBy >>> 8) ? filename.replaceAll('\\', '/') : filename
}

/** The kind of an entry that is neither a file nor a folder. */
function specialKind(entry: Entry): string | undefined {
  const kind = unixMode(entry) & 0o170000
  const isFolder = pathOf(entry).endsWith('/')
  if (kind === 0o120000) return 'a symbolic link'
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)
    return 'a device or another special file'
  if (isFolder && entry.uncompressedSize > 0) return 'a folder with content of its own'
  if (!isFolder && entry.directory) return 'a folder that is named like a file'
  return undefined
}

function unixMode(entry: Entry): number {
  return entry.unixMode ?? entry.externalFileAttributes >>> 16
}

function zipBombProblem(entries: readonly Entry[], archive: number): PackageProblem | undefined {
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  return isOverCompressionRatio(size, archive) ? zipBomb(size, zipLimits.ratio) : undefined
}

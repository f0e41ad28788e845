import { createHash } from 'node:crypto'
import { ProblemError } from '@repertoire/core/base'
import type { PackageFile } from '@repertoire/core/domain'
import type { SourceItem } from '@repertoire/core/ports'
import { packageLimits } from '@repertoire/skill-md'
import { readArchive } from '../archive/read-archive.ts'
import { remoteLimits } from '../http/limits.ts'
import { answerTooLarge, invalidAnswer, remoteProblem } from '../http/remote-problems.ts'
import { hostOf, type Requester, requestBytes } from '../http/request-bytes.ts'
import type { ArtifactSkill, IndexedSkill, ListedSkill } from './indexed-skill.ts'

export interface SkillRequest {
  readonly requester: Requester
  /** The token for an address: only that of the source itself. */
  readonly tokenFor: (url: string) => string | null
  readonly signal: AbortSignal
}

/**
 * The files of a skill of an index, whole or not at all. Throws the problems of a request, `source.digest-mismatch`,
 * and `zip.*`, `tar.*` or `package.*` of an archive.
 */
export async function readSkill(skill: IndexedSkill, request: SkillRequest): Promise<SourceItem> {
  if (skill.form === 'files') return readListed(skill, request)
  return readArtifact(skill, request)
}

async function readArtifact(skill: ArtifactSkill, request: SkillRequest): Promise<SourceItem> {
  const { name, type, url, digest } = skill
  const limit = type === 'archive' ? remoteLimits.archiveBytes : remoteLimits.skillMdBytes
  const bytes = await getFile(url, limit, request)
  const actual = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (actual !== digest) {
    throw remoteProblem('source', 'digest-mismatch', {
      message: `The file of "${name}" is not the one that the index names: its digest differs.`,
      hint: 'Contact its operator. Nothing of the file was read.',
      details: { expected: digest, actual },
    })
  }
  if (type === 'skill-md') return itemOf(name, [skillMd(bytes)])
  const archive = await readArchive(bytes)
  if (!archive) throw invalidAnswer('source', hostOf(url), `"${name}" is no zip or tar archive`)
  if (!archive.ok) throw new ProblemError(archive.problem)
  const { files, licences, diagnostics } = archive
  return { id: name, files, licences, diagnostics }
}

async function readListed(skill: ListedSkill, request: SkillRequest): Promise<SourceItem> {
  const files: PackageFile[] = []
  let left: number = packageLimits.packageBytes
  for (const { path, url } of skill.files) {
    if (left <= 0) throw answerTooLarge('source', hostOf(url), packageLimits.packageBytes)
    const bytes = await getFile(url, left, request)
    left -= bytes.length
    files.push({ path, bytes, executable: false })
  }
  return itemOf(skill.name, files)
}

async function getFile(
  url: string,
  maxBytes: number,
  { requester, tokenFor, signal }: SkillRequest,
): Promise<Uint8Array> {
  const answer = await requestBytes(requester, {
    ...{ url, maxBytes, signal, token: tokenFor(url) },
    accept: '*/*',
    stayOnHost: true,
  })
  if (answer.status === 'ok') return answer.bytes
  throw remoteProblem('source', 'not-found-or-private', {
    message: `A file that the index lists is not there, or not for everybody, at ${hostOf(url)}.`,
    hint: 'Contact its operator, or give the source a token.',
  })
}

function skillMd(bytes: Uint8Array): PackageFile {
  return { path: 'SKILL.md', bytes, executable: false }
}

function itemOf(id: string, files: readonly PackageFile[]) {
  return { id, files, licences: [], diagnostics: [] }
}

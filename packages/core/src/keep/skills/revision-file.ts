import { ProblemError } from '../../base/errors.ts'
import type { RevisionDigest, UserId } from '../../base/ids.ts'
import type { ManifestEntry, Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'

export interface RevisionFileRequest {
  readonly viewer: UserId
  readonly skill: Skill
  /** Default: the current revision. */
  readonly digest?: RevisionDigest | undefined
  /** Exactly as in the manifest; never resolved, folded or decoded. */
  readonly path: string
}

export interface RevisionFile {
  readonly entry: ManifestEntry
  readonly bytes: Uint8Array
}

/**
 * Reads one stored file of a revision. The path is only looked up in the manifest, so it cannot escape. Throws
 * ProblemError `revision.not-found` and `skill.file-not-found`.
 */
export async function fileOfRevision(
  skills: Pick<SkillStore, 'revisions' | 'file'>,
  request: RevisionFileRequest,
): Promise<RevisionFile> {
  const { viewer, skill, digest, path } = request
  const revision =
    digest === undefined || digest === skill.head.digest
      ? skill.head
      : (await skills.revisions(viewer, skill.id)).find((one) => one.digest === digest)
  if (!revision) throw absent('revision.not-found', 'The skill has no such revision.')
  const entry = revision.manifest.find((one) => one.path === path)
  const bytes = entry && (await skills.file(viewer, skill.id, revision.digest, entry.path))
  if (!entry || !bytes) {
    throw absent('skill.file-not-found', 'The revision has no file with this path.')
  }
  return { entry, bytes }
}

function absent(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'not-found', message })
}

import { ProblemError } from '../../base/errors.ts'
import type { RevisionDigest, UserId } from '../../base/ids.ts'
import type { ManifestEntry, Revision, Skill } from '../../domain/skill.ts'
import type { ReviewStore } from '../../ports/reviews.ts'
import type { SkillStore } from '../../ports/skills.ts'

interface RevisionRequest {
  readonly viewer: UserId
  readonly skill: Skill
  /** Default: the current revision. */
  readonly digest?: RevisionDigest | undefined
}

export interface RevisionFileRequest extends RevisionRequest {
  /** Exactly as in the manifest; never resolved, folded or decoded. */
  readonly path: string
}

export interface RevisionFile {
  readonly entry: ManifestEntry
  readonly bytes: Uint8Array
}

interface RevisionStores {
  readonly skills: Pick<SkillStore, 'revisions'>
  readonly reviews: Pick<ReviewStore, 'revocations'>
}

/**
 * The current revision, which its people have to read even if it was revoked, or an older one that was not. Throws
 * ProblemError `revision.not-found`.
 */
export async function revisionOfDigest(
  { skills, reviews }: RevisionStores,
  { viewer, skill, digest }: RevisionRequest,
): Promise<Revision> {
  if (digest === undefined || digest === skill.head.digest) return skill.head
  const revisions = await skills.revisions(viewer, skill.id)
  const revision = revisions.find((one) => one.digest === digest)
  const isRevoked = (await reviews.revocations()).some((one) => one.digest === digest)
  if (revision && !isRevoked) return revision
  throw absent('revision.not-found', 'The skill has no such revision, or it was revoked.')
}

/**
 * Reads one stored file of a revision. The path is only looked up in the manifest, so it cannot escape. Throws
 * ProblemError `revision.not-found` and `skill.file-not-found`.
 */
export async function fileOfRevision(
  stores: RevisionStores & { readonly skills: Pick<SkillStore, 'file'> },
  request: RevisionFileRequest,
): Promise<RevisionFile> {
  const { viewer, skill, path } = request
  const revision = await revisionOfDigest(stores, request)
  const entry = revision.manifest.find((one) => one.path === path)
  const bytes = entry && (await stores.skills.file(viewer, skill.id, revision.digest, entry.path))
  if (!entry || !bytes) {
    throw absent('skill.file-not-found', 'The revision has no file with this path.')
  }
  return { entry, bytes }
}

function absent(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'not-found', message })
}

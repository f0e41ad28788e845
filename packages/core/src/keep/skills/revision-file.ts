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
  stores: RevisionStores,
  { viewer, skill, digest }: RevisionRequest,
): Promise<Revision> {
  if (digest === undefined) return skill.head
  return readableRevision(stores, { viewer, skill, isWanted: (one) => one.digest === digest })
}

/** As {@link revisionOfDigest}, by the number in the skill's history. */
export async function revisionOfNumber(
  stores: RevisionStores,
  { viewer, skill, number }: Omit<RevisionRequest, 'digest'> & { readonly number: number },
): Promise<Revision> {
  return readableRevision(stores, { viewer, skill, isWanted: (one) => one.number === number })
}

async function readableRevision(
  { skills, reviews }: RevisionStores,
  {
    viewer,
    skill,
    isWanted,
  }: Omit<RevisionRequest, 'digest'> & { readonly isWanted: (one: Revision) => boolean },
): Promise<Revision> {
  if (isWanted(skill.head)) return skill.head
  const revision = (await skills.revisions(viewer, skill.id)).find(isWanted)
  const revocations = await reviews.revocations()
  const isRevoked = revocations.some(({ digest }) => digest === revision?.digest)
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

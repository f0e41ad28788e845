import type { RevisionDigest, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { DeletedSkill, Skill, SkillScopeKind } from '../domain/skill.ts'
import type { Page, PageRequest } from './pages.ts'

export interface TombstoneFilter {
  readonly scope?: SkillScopeKind | undefined
}

/** Deleted skills within their retention time. All other reads exclude them. */
export interface TombstoneStore {
  /** Those of the organisation and the viewer, newest first, within the retention time. */
  list(viewer: UserId, filter: TombstoneFilter, page: PageRequest): Promise<Page<DeletedSkill>>
  /** Null when absent, past the retention time, or not visible. */
  get(viewer: UserId, id: SkillId): Promise<DeletedSkill | null>
  /** The bytes of a file of its head; null when absent. Problems as `SkillStore.file`. */
  file(
    viewer: UserId,
    id: SkillId,
    digest: RevisionDigest,
    path: string,
  ): Promise<Uint8Array | null>
  /**
   * Restores it with its revisions, enabled state, secrets and attachments to agents; under `slug` when given.
   * Throws ProblemError `skill.not-deleted`, `skill.slug-taken`.
   */
  restore(viewer: UserId, id: SkillId, slug?: string): Promise<Skill>
  /** Deletes it permanently with all its data. Throws ProblemError `skill.not-deleted`. */
  forget(viewer: UserId, id: SkillId): Promise<DeletedSkill>
  /** For the curator only: permanently deletes up to `limit` skills that were deleted at `upTo` or earlier. */
  purge(upTo: Timestamp, limit: number): Promise<readonly DeletedSkill[]>
}

import type { SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { DeletedSkill, Skill, SkillScopeKind } from '../domain/skill.ts'
import type { Page, PageRequest } from './pages.ts'

export interface TombstoneFilter {
  readonly scope?: SkillScopeKind | undefined
}

/** Deleted skills, for as long as they are kept (B8). Every other read behaves as if they were not there. */
export interface TombstoneStore {
  /** Of the organisation and the viewer's own; the newest first. What is over is not in it. */
  list(viewer: UserId, filter: TombstoneFilter, page: PageRequest): Promise<Page<DeletedSkill>>
  /** Null covers absent, over, another tenant's and another person's alike. */
  get(viewer: UserId, id: SkillId): Promise<DeletedSkill | null>
  /**
   * Brings it back with its revisions, its switch, its secrets and its place in agents' lists; under `slug`
   * when one is given. Throws ProblemError `skill.not-deleted`, `skill.slug-taken`.
   */
  restore(viewer: UserId, id: SkillId, slug?: string): Promise<Skill>
  /** Takes it away for good, with everything that is its own. Throws ProblemError `skill.not-deleted`. */
  forget(viewer: UserId, id: SkillId): Promise<DeletedSkill>
  /** For the curator only: takes away, for good, up to `limit` that were deleted at `upTo` or before. */
  purge(upTo: Timestamp, limit: number): Promise<readonly DeletedSkill[]>
}

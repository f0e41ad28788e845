import type { RevisionDigest, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { ActiveSkill, WithdrawalReason } from '../domain/session-state.ts'
import type {
  CheckedContent,
  Provenance,
  Revision,
  RevisionContent,
  Skill,
  SkillOrigin,
  SkillScopeKind,
} from '../domain/skill.ts'
import type { Page, PageRequest } from './pages.ts'
import type { TombstoneStore } from './tombstones.ts'
import type { UsageQuery } from './usage.ts'

export interface SkillFilter {
  readonly scope?: SkillScopeKind | undefined
  /** All of them must be present. */
  readonly tags?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
  readonly sourceId?: string | undefined
  /** The exact slug. */
  readonly slug?: string | undefined
  readonly provenances?: readonly Provenance[] | undefined
  /** Only archived or only unarchived skills; both when absent. */
  readonly archived?: boolean | undefined
  /** The body has more characters than this. */
  readonly longerThan?: number | undefined
  /** A model received its text at least once, or never. */
  readonly used?: boolean | undefined
  /** The current revision has scripts, or has none. */
  readonly scripts?: boolean | undefined
  /** Changed at this time or later. */
  readonly changedSince?: Timestamp | undefined
  /** The stored scan of the current revision has findings, whatever people suppressed since. */
  readonly findings?: true | undefined
}

/** What a list of skills is ordered by; skills that are alike in it are by slug, then id. */
export type SkillOrder =
  | { readonly by: 'slug' | 'length' | 'changed'; readonly isDescending: boolean }
  | {
      /** Activations in the days of `usage`. */
      readonly by: 'used'
      readonly isDescending: boolean
      readonly usage: Pick<UsageQuery, 'fromDay' | 'toDay' | 'person'>
    }

export interface SkillPageRequest extends PageRequest {
  /** By slug, ascending, without it. A cursor holds for the order it was made with. */
  readonly order?: SkillOrder | undefined
}

export type SaveMode =
  /** A taken slug is a conflict. */
  | 'create'
  /** A taken slug gets a new revision, or no change when the digest is the same. */
  | 'upsert'

export type SaveOutcome =
  | { readonly status: 'created' | 'unchanged'; readonly skill: Skill }
  /** `before`: the skill before the change. */
  | { readonly status: 'updated'; readonly skill: Skill; readonly before: Skill }
  | { readonly status: 'conflict'; readonly existing: Skill }

export interface SkillChange {
  readonly slug?: string
  readonly enabled?: boolean
  /** Archives and disables, or unarchives and enables. A new head also unarchives. */
  readonly archived?: boolean
  /** The new origin; an arrival with a new head has its own. */
  readonly origin?: SkillOrigin
  /** The new head; the digest of the current head adds no revision. */
  readonly arrival?: CheckedContent
  /** Stored in the same transaction, so that a retry finds the change. Throws when it already exists. */
  readonly changeKey?: string
}

/** A change stored under a key, with the skill's state after it. */
export interface KeyedChange {
  readonly key: string
  readonly skillId: SkillId
  readonly slug: string
  /** The number of its newest revision. */
  readonly number: number
  readonly digest: RevisionDigest
}

/** An entry of the change feed: the skill was written or removed. */
export interface SkillChangeEntry {
  readonly seq: number
  readonly skillId: SkillId
}

/** A skill with the text for the search index, for any viewer. */
export interface SearchableSkill {
  readonly skill: Skill
  readonly body: string
}

/** What of a skill says whether an index has its current text. */
export interface SkillHead
  extends Pick<Skill, 'id' | 'slug' | 'scope' | 'enabled'>,
    Pick<Revision, 'number' | 'digest'> {
  readonly origin: Pick<SkillOrigin, 'sourceId' | 'provenance'>
}

/** What is no longer available, and why. */
export type Withdrawn<Given> = Given & { readonly reason: WithdrawalReason }

export interface SkillStore {
  /**
   * Saves the arrivals in one transaction, with one outcome for each, in order. An upsert keeps `enabled` of an
   * existing skill, except that a person's own change unarchives it. Files become durable before the rows.
   * Throws ProblemError `skill.manifest-mismatch` when a file does not match the manifest, `skill.revoked` for a
   * content that was revoked, and `store.full`.
   */
  save(arrivals: readonly CheckedContent[], mode: SaveMode): Promise<readonly SaveOutcome[]>
  /** The viewer sees organisation skills and their own. Null when absent or not visible. */
  get(viewer: UserId, id: SkillId): Promise<Skill | null>
  /** In the requested order, without duplicates and missing skills. */
  getMany(viewer: UserId, ids: readonly SkillId[]): Promise<readonly Skill[]>
  /** The viewer's own skill shadows an org skill of the same slug. */
  findBySlug(viewer: UserId, slug: string): Promise<Skill | null>
  list(viewer: UserId, filter: SkillFilter, page: SkillPageRequest): Promise<Page<Skill>>
  /** For each filter in order, how many {@link SkillStore.list} gives on all its pages. */
  counts(viewer: UserId, filters: readonly SkillFilter[]): Promise<readonly number[]>
  /** All tags visible to the viewer, with counts, by name; with `scope` only of skills in that scope. */
  tags(
    viewer: UserId,
    scope?: SkillScopeKind,
  ): Promise<readonly { readonly tag: string; readonly count: number }[]>
  /**
   * Throws ProblemError `skill.not-found`, `skill.slug-taken`, `skill.stale` (kind `stale`) when `expectedVersion`
   * is given and outdated, or `skill.revoked` when it would enable or write a content that was revoked.
   */
  update(viewer: UserId, id: SkillId, change: SkillChange, expectedVersion?: number): Promise<Skill>
  /**
   * Same errors as update. Deletes it: only {@link TombstoneStore} still reads it, its slug is free, and active
   * conversations lose it at their next step.
   */
  remove(viewer: UserId, id: SkillId, expectedVersion?: number, changeKey?: string): Promise<void>
  /** Changes stored under this key, or under keys that start with it and a `:`; by key. */
  changesUnder(key: string): Promise<readonly KeyedChange[]>
  /** Newest first. */
  revisions(viewer: UserId, id: SkillId): Promise<readonly Revision[]>
  /** SKILL.md of the revision; null when it is absent or not visible to the viewer. */
  content(viewer: UserId, id: SkillId, digest: RevisionDigest): Promise<RevisionContent | null>
  /**
   * The bytes of a file of a revision, including SKILL.md; null when absent. Throws ProblemError
   * `store.blob-corrupt` or `store.blob-missing` when the stored bytes are damaged or missing.
   */
  file(
    viewer: UserId,
    id: SkillId,
    digest: RevisionDigest,
    path: string,
  ): Promise<Uint8Array | null>
  /** The subset no longer available to the viewer, in the given order, each with the first reason that holds. */
  withdrawn<Given extends Pick<ActiveSkill, 'skillId' | 'digest'>>(
    viewer: UserId,
    given: readonly Given[],
  ): Promise<readonly Withdrawn<Given>[]>

  /** For the curator only: all skills of this provenance, by id. */
  listByProvenance(
    provenance: Provenance,
    after: SkillId | null,
    limit: number,
  ): Promise<readonly Skill[]>
  /** For the search index only: every skill of the tenant, by id. */
  indexable(after: SkillId | null, limit: number): Promise<readonly SearchableSkill[]>
  indexableById(ids: readonly SkillId[]): Promise<readonly SearchableSkill[]>
  /** The same skills as `indexable`, without texts, and many times faster. */
  heads(after: SkillId | null, limit: number): Promise<readonly SkillHead[]>
  /** The change feed in commit order, oldest first; skips no committed change. */
  changesAfter(seq: number, limit: number): Promise<readonly SkillChangeEntry[]>
  lastChangeSeq(): Promise<number>
}

import type { RevisionDigest, SkillId, UserId } from '../base/ids.ts'
import type { ActiveSkill } from '../domain/session-state.ts'
import type {
  Provenance,
  Revision,
  RevisionContent,
  Skill,
  SkillArrival,
  SkillOrigin,
  SkillScopeKind,
} from '../domain/skill.ts'
import type { Page, PageRequest } from './pages.ts'
import type { TombstoneStore } from './tombstones.ts'

export interface SkillFilter {
  readonly scope?: SkillScopeKind | undefined
  /** Every one of them must be present. */
  readonly tags?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
  readonly sourceId?: string | undefined
  /** Exactly this one. */
  readonly slug?: string | undefined
  readonly provenance?: Provenance | undefined
  /** Only archived skills, or only the others; both when absent. */
  readonly archived?: boolean | undefined
}

export type SaveMode =
  /** A taken slug is a conflict. */
  | 'create'
  /** A taken slug gets a new revision, or nothing at all when the digest is the same. */
  | 'upsert'

export type SaveOutcome =
  | { readonly status: 'created' | 'unchanged'; readonly skill: Skill }
  /** `before`: what it was until now. */
  | { readonly status: 'updated'; readonly skill: Skill; readonly before: Skill }
  | { readonly status: 'conflict'; readonly existing: Skill }

export interface SkillChange {
  readonly slug?: string
  readonly enabled?: boolean
  /** Into the archive (and switched off), or out of it (and switched on). A new text takes it out, too. */
  readonly archived?: boolean
  /** Where the content is from now on said to come from; an arrival that is a new head brings its own. */
  readonly origin?: SkillOrigin
  /** A new head; same digest as the current head adds no revision. */
  readonly arrival?: SkillArrival
  /** What the change is remembered by, in the same transaction (B3). Throws when it is known already. */
  readonly changeKey?: string
}

/** A change made under a key, and what the skill was right after it. */
export interface KeyedChange {
  readonly key: string
  readonly skillId: SkillId
  readonly slug: string
  /** Number of its newest revision. */
  readonly number: number
  readonly digest: RevisionDigest
}

/** An entry of the change feed: skill `skillId` was written or removed. Look it up to learn which. */
export interface SkillChangeEntry {
  readonly seq: number
  readonly skillId: SkillId
}

/** A skill as the search index wants it, whoever may see it. */
export interface IndexableSkill {
  readonly skill: Skill
  readonly body: string
}

export interface SkillStore {
  /**
   * Saves each arrival on its own: an outcome an item, in order; an upsert leaves the enabled switch of a
   * known skill as it is, except that somebody's own doing takes an archived one out of the archive. All in
   * one transaction, so nothing is half-written. Files of an arrival are durable before its row is. Throws
   * ProblemError `skill.manifest-mismatch` when a file is not the one the manifest describes, and
   * `store.full` when there is no room.
   */
  save(arrivals: readonly SkillArrival[], mode: SaveMode): Promise<readonly SaveOutcome[]>
  /** `viewer` sees org skills and their own. Null covers absent, another tenant's and another user's alike. */
  get(viewer: UserId, id: SkillId): Promise<Skill | null>
  /** In the order asked for, each once; absent ones are left out. */
  getMany(viewer: UserId, ids: readonly SkillId[]): Promise<readonly Skill[]>
  /** The viewer's own skill shadows an org skill of the same slug. */
  findBySlug(viewer: UserId, slug: string): Promise<Skill | null>
  /** By slug, then id. */
  list(viewer: UserId, filter: SkillFilter, page: PageRequest): Promise<Page<Skill>>
  /** Every tag the viewer can see, with counts, by name. */
  tags(viewer: UserId): Promise<readonly { readonly tag: string; readonly count: number }[]>
  /**
   * Throws ProblemError `skill.not-found`, `skill.slug-taken`, or `skill.stale` (kind `stale`) when
   * `expectedVersion` is given and no longer the current one.
   */
  update(viewer: UserId, id: SkillId, change: SkillChange, expectedVersion?: number): Promise<Skill>
  /**
   * Same errors as update. It is deleted: gone from every read but {@link TombstoneStore}'s, its slug free; an
   * active conversation loses it at its next step.
   */
  remove(viewer: UserId, id: SkillId, expectedVersion?: number, changeKey?: string): Promise<void>
  /** Changes remembered under this key, or under keys that begin with it and a `:`; by key. */
  changesUnder(key: string): Promise<readonly KeyedChange[]>
  /** Newest first. */
  revisions(viewer: UserId, id: SkillId): Promise<readonly Revision[]>
  /** SKILL.md of exactly that revision; null when the skill or the digest is not the viewer's to see. */
  content(viewer: UserId, id: SkillId, digest: RevisionDigest): Promise<RevisionContent | null>
  /**
   * Bytes of one file of a revision, SKILL.md included; null when absent. Throws ProblemError
   * `store.blob-corrupt` or `store.blob-missing` when what was stored is no longer there as it was.
   */
  file(
    viewer: UserId,
    id: SkillId,
    digest: RevisionDigest,
    path: string,
  ): Promise<Uint8Array | null>
  /** Of `active`, those no longer offered to the viewer: removed, disabled, or no longer visible. */
  withdrawn(viewer: UserId, active: readonly ActiveSkill[]): Promise<readonly ActiveSkill[]>

  /** For the curator only: the tenant's skills of this provenance, whoever may see them, by id. */
  listByProvenance(
    provenance: Provenance,
    after: SkillId | null,
    limit: number,
  ): Promise<readonly Skill[]>
  /** For the index only: every skill of the tenant, by id; with the sequence number the page is at least as new as. */
  indexable(after: SkillId | null, limit: number): Promise<readonly IndexableSkill[]>
  indexableById(ids: readonly SkillId[]): Promise<readonly IndexableSkill[]>
  /** The change feed, oldest first. Order is commit order; no committed change is ever skipped. */
  changesAfter(seq: number, limit: number): Promise<readonly SkillChangeEntry[]>
  lastChangeSeq(): Promise<number>
}

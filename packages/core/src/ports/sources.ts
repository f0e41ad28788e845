import type { IgnoredEntryId, RevisionDigest, SkillId, SourceId, Timestamp } from '../base/ids.ts'
import type { IgnoredEntry } from '../domain/ignored-entry.ts'
import type { PendingRevisionWithFiles } from '../domain/pending-revision.ts'
import type { CheckedContent } from '../domain/skill.ts'
import type { SkillSource, SourceItemRecord, SyncState } from '../domain/source.ts'
import type { Page, PageRequest } from './pages.ts'

/** What a person changes of a source. Another config or token forgets the version that was read. */
export type SourceChange = Partial<
  Pick<
    SkillSource,
    | 'name'
    | 'config'
    | 'enabled'
    | 'syncPolicy'
    | 'syncIntervalMinutes'
    | 'reviewPolicy'
    | 'minimumUpdateAgeDays'
    | 'encryptedToken'
  >
> & { readonly nextSyncAt?: Timestamp | null; readonly updatedAt: Timestamp }

/** Who syncs, and until when it counts as alive. */
export interface SyncLease {
  /** Unique to one attempt. */
  readonly owner: string
  readonly until: Timestamp
}

/** An entry whose undecided arrivals of another content end, because their source took them back. */
export interface TakenBack {
  readonly entryId: string
  /** What the source has there now; null when it has nothing there any more. */
  readonly digest: RevisionDigest | null
}

/** A part of a sync, written in one transaction: each of its entries completely, or none. */
export interface SyncBatch {
  readonly items: readonly SourceItemRecord[]
  /** Earlier undecided arrivals of the same entries become `superseded`. */
  readonly holds: readonly PendingRevisionWithFiles[]
  /**
   * What the source's policy applies, with the record of it in state `approved`. Those whose skill changed since, whose
   * slug is taken, or whose content is revoked, are held instead. One that waited under the same id is approved, unless
   * somebody decided on it meanwhile.
   */
  readonly applies: readonly {
    readonly arrival: CheckedContent
    readonly record: PendingRevisionWithFiles
  }[]
  /** Left out: the source took nothing back. */
  readonly takenBack?: readonly TakenBack[]
  /** Left out: as it was. */
  readonly progress?: { readonly done: number; readonly total: number } | undefined
}

export interface SourceStore {
  /** Throws ProblemError `source.name-taken`. */
  create(source: SkillSource): Promise<void>
  get(id: SourceId): Promise<SkillSource | null>
  /** By name. */
  list(): Promise<readonly SkillSource[]>
  /** Throws ProblemError `source.not-found`, `source.name-taken`, or `source.stale` for another version. */
  update(id: SourceId, change: SourceChange, expectedVersion?: number): Promise<SkillSource>
  /** Its items and undecided arrivals go with it; skills stay. Throws ProblemError `source.not-found`. */
  remove(id: SourceId): Promise<void>
  /** By entry. */
  items(id: SourceId, page: PageRequest): Promise<Page<SourceItemRecord>>
  allItems(id: SourceId): Promise<readonly SourceItemRecord[]>
  /** Where these skills came from, of any source, by entry; at most 500 skills at once. */
  itemsOfSkills(ids: readonly SkillId[]): Promise<readonly SourceItemRecord[]>
  /** One of them; null when absent. */
  item(id: SourceId, entryId: string): Promise<SourceItemRecord | null>

  /** What people ignore of a source, the newest first. */
  ignored(id: SourceId): Promise<readonly IgnoredEntry[]>
  /**
   * Ends what waits of it, in the same transaction. One that is ignored so already is returned as it is. Throws
   * ProblemError `source.not-found`.
   */
  ignore(entry: IgnoredEntry): Promise<IgnoredEntry>
  /** The next sync reads its entry anew, and a running one ends; null when there is none. */
  stopIgnoring(id: SourceId, ignored: IgnoredEntryId): Promise<IgnoredEntry | null>

  /**
   * Sets the status `running` unless another attempt holds a lease that has not expired; null then. Throws
   * ProblemError `source.not-found`.
   */
  startSync(id: SourceId, lease: SyncLease, now: Timestamp): Promise<SkillSource | null>
  /**
   * Extends the lease and writes the batch. Throws ProblemError `source.lease-lost` when another attempt holds
   * the lease or the source is gone; then nothing is written. What was ignored meanwhile is neither held nor applied.
   * `isCancelled`: a person asked to stop.
   */
  recordBatch(
    id: SourceId,
    lease: SyncLease,
    batch: SyncBatch,
  ): Promise<{ readonly isCancelled: boolean }>
  /** Releases the lease. Throws ProblemError `source.lease-lost` as above. */
  finishSync(id: SourceId, lease: SyncLease, sync: SyncState): Promise<SkillSource>
  /** Asks the running sync to stop at its next batch; false when none runs. */
  requestCancel(id: SourceId): Promise<boolean>
}

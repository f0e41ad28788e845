import type { Problem } from '../base/errors.ts'
import type { RevisionDigest, SkillId, SourceId, Timestamp, UserId } from '../base/ids.ts'
import type { SourceConfig } from './skill-source.ts'

/**
 * `hold`: every new content waits for a person. `apply-clean`: an update is applied by itself when its scan is
 * clean, its licence allowed, it asks for nothing new, nobody edited the skill here, and it was seen here long enough ago.
 */
export type SourceReviewPolicy = 'hold' | 'apply-clean'

/** What happened to the entries of the last finished sync. */
export interface SyncCounts {
  /** Entries of the source. */
  readonly total: number
  readonly added: number
  readonly changed: number
  /** Of those added and changed: how many wait for a person. */
  readonly held: number
  /** Entries that the source no longer has. */
  readonly missing: number
  readonly failed: number
}

export type SyncStatus =
  | 'never'
  | 'running'
  | 'ok'
  | 'unchanged'
  | 'partial'
  | 'failed'
  | 'cancelled'

/** The state of a source's synchronisation. */
export interface SyncState {
  readonly status: SyncStatus
  /** Why it failed; null otherwise. */
  readonly error: Problem | null
  /** What people should know of the source: a moved tag, a rewritten history, a new owner. */
  readonly notices: readonly { readonly code: string; readonly message: string }[]
  /** The version that was read completely: a commit, an ETag. Null before the first. */
  readonly version: string | null
  readonly lastSyncAt: Timestamp | null
  /** Null when nothing syncs it by itself. */
  readonly nextSyncAt: Timestamp | null
  readonly counts: SyncCounts | null
  /** Of the running sync: entries read, and how many have to be. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** Failures in a row, for the backoff. */
  readonly failures: number
}

/** A place that an organisation takes skills from. */
export interface SkillSource {
  readonly id: SourceId
  readonly name: string
  readonly config: SourceConfig
  /** A disabled source is neither synced nor browsed. */
  readonly enabled: boolean
  readonly syncPolicy: 'manual' | 'auto'
  /** From 5 to 43,200. */
  readonly syncIntervalMinutes: number
  readonly reviewPolicy: SourceReviewPolicy
  /** Days that an update waits before `apply-clean` applies it; null: as the organisation has it. */
  readonly minimumUpdateAgeDays: number | null
  /** The token, encrypted; null without one. */
  readonly encryptedToken: string | null
  readonly sync: SyncState
  /**
   * Until when the running sync counts as alive, while it goes on said again and again; afterwards another server takes
   * it over. Null while none runs.
   */
  readonly leaseUntil: Timestamp | null
  /** Increases with every change by a person; the ETag. */
  readonly version: number
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** An entry of a source, as the last sync found it. */
export interface SourceItemRecord {
  readonly entryId: string
  /** Of the content that was read last; another token means other content. */
  readonly token: string
  /** `failed` ones are read again at each sync. */
  readonly state: 'present' | 'missing' | 'failed'
  readonly name: string
  readonly slug: string | null
  /** The skill that came of it; null before the first approval. */
  readonly skillId: SkillId | null
  /** Of the content as it came last; null when it could not be read. */
  readonly digest: RevisionDigest | null
  /** Of the revision that the last approval wrote. Another head was edited here. */
  readonly appliedDigest: RevisionDigest | null
  /** Why it could not be read; null otherwise. */
  readonly problem: Problem | null
}

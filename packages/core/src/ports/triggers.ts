import type { Problem } from '../base/errors.ts'
import type { TriggerId, UserId } from '../base/ids.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { FiringRecord, Trigger, TriggerFiring } from '../domain/trigger.ts'
import type { Page, PageRequest } from './pages.ts'

/**
 * Schedules and webhooks. A firing that starts a turn is written by `ConversationStore.append`, in the batch
 * that starts the run.
 */
export interface TriggerStore {
  /** `encrypted`: the webhook's secret. Throws ProblemError `signal.exists`. */
  create(source: Trigger, encrypted: string | null): Promise<void>
  get(id: TriggerId): Promise<Trigger | null>
  /** Newest first; absent filters match all. */
  list(
    filter: { readonly userId?: UserId | undefined; readonly enabled?: boolean | undefined },
    page: PageRequest,
  ): Promise<Page<Trigger>>
  /** Replaces the previous version. Throws ProblemError `signal.stale` or `signal.not-found`. */
  update(source: Trigger, encrypted?: string): Promise<void>
  /** Deletes it with its firings. Throws ProblemError `signal.not-found`. */
  remove(id: TriggerId): Promise<void>
  /** Disables it and stores the reason with an audit entry; does nothing when it is disabled or absent. */
  stop(id: TriggerId, note: Problem, auditEntry: AuditEntry): Promise<void>
  encrypted(id: TriggerId): Promise<string | null>
  /** Records a firing that started no turn. Throws ProblemError `signal.moved-on` or `signal.fired-already`. */
  record(record: FiringRecord): Promise<void>
  /** Advances past a due time that has a firing; does nothing when another time is due. */
  advance(id: TriggerId, planned: NonNullable<FiringRecord['planned']>): Promise<void>
  firing(id: TriggerId, key: string): Promise<TriggerFiring | null>
  /** Newest first. */
  firings(id: TriggerId, page: PageRequest): Promise<Page<TriggerFiring>>
}

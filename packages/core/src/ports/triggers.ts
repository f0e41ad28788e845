import type { Problem } from '../base/errors.ts'
import type { TriggerId, UserId } from '../base/ids.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { FiringRecord, Trigger, TriggerFiring } from '../domain/trigger.ts'
import type { Page, PageRequest } from './pages.ts'

/**
 * Schedules and webhooks (E8). What starts a turn is written by `ConversationStore.append`, in the batch that
 * starts the run.
 */
export interface TriggerStore {
  /** `sealed`: the webhook's secret. Throws ProblemError `signal.exists`. */
  create(source: Trigger, encrypted: string | null): Promise<void>
  get(id: TriggerId): Promise<Trigger | null>
  /** Newest first; everybody's when `userId` is left out, on and off when `enabled` is. */
  list(
    filter: { readonly userId?: UserId | undefined; readonly enabled?: boolean | undefined },
    page: PageRequest,
  ): Promise<Page<Trigger>>
  /** Puts `source` in the place of the version before it. Throws ProblemError `signal.stale` or `signal.not-found`. */
  update(source: Trigger, encrypted?: string): Promise<void>
  /** With its firings. Throws ProblemError `signal.not-found`. */
  remove(id: TriggerId): Promise<void>
  /** Switches it off and says why, there and in the audit log; nothing when it is off or gone. */
  stop(id: TriggerId, note: Problem, auditEntry: AuditEntry): Promise<void>
  encrypted(id: TriggerId): Promise<string | null>
  /** A firing that started no turn. Throws ProblemError `signal.moved-on` or `signal.fired-already`. */
  record(record: FiringRecord): Promise<void>
  /** Goes on from a due time that was answered already; nothing when another one is due. */
  advance(id: TriggerId, planned: NonNullable<FiringRecord['planned']>): Promise<void>
  firing(id: TriggerId, key: string): Promise<TriggerFiring | null>
  /** Newest first. */
  firings(id: TriggerId, page: PageRequest): Promise<Page<TriggerFiring>>
}

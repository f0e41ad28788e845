import type { Problem } from '../errors.ts'
import type { SignalSourceId, UserId } from '../ids.ts'
import type { FiringRecord, SignalFiring, SignalSource } from '../signals/signal-source.ts'
import type { AuditEntry } from './organisation.ts'
import type { Page, PageRequest } from './pages.ts'

/**
 * Schedules and webhooks (E8). What starts a turn is written by `ConversationStore.append`, in the batch that
 * starts the run.
 */
export interface SignalStore {
  /** `sealed`: the webhook's secret. Throws ProblemError `signal.exists`. */
  create(source: SignalSource, sealed: string | null): Promise<void>
  get(id: SignalSourceId): Promise<SignalSource | null>
  /** Newest first; everybody's when `userId` is left out, on and off when `enabled` is. */
  list(
    filter: { readonly userId?: UserId | undefined; readonly enabled?: boolean | undefined },
    page: PageRequest,
  ): Promise<Page<SignalSource>>
  /** Puts `source` in the place of the version before it. Throws ProblemError `signal.stale` or `signal.not-found`. */
  update(source: SignalSource, sealed?: string): Promise<void>
  /** With its firings. Throws ProblemError `signal.not-found`. */
  remove(id: SignalSourceId): Promise<void>
  /** Switches it off and says why, there and in the audit log; nothing when it is off or gone. */
  stop(id: SignalSourceId, note: Problem, account: AuditEntry): Promise<void>
  sealed(id: SignalSourceId): Promise<string | null>
  /** A firing that started no turn. Throws ProblemError `signal.moved-on` or `signal.fired-already`. */
  record(record: FiringRecord): Promise<void>
  /** Goes on from a due time that was answered already; nothing when another one is due. */
  pass(id: SignalSourceId, planned: NonNullable<FiringRecord['planned']>): Promise<void>
  firing(id: SignalSourceId, key: string): Promise<SignalFiring | null>
  /** Newest first. */
  firings(id: SignalSourceId, page: PageRequest): Promise<Page<SignalFiring>>
}

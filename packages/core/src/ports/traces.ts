import type { Timestamp, TraceId, UserId } from '../base/ids.ts'
import type { Run } from '../domain/conversation.ts'
import type { LoggedEvent } from '../domain/events.ts'
import type { Execution } from '../domain/execution.ts'
import type { TriggerFiring } from '../domain/trigger.ts'
import type { Page, PageRequest } from './pages.ts'

/** What happened under a trace id, as far as it is the viewer's (E9). */
export interface TraceStore {
  /** Oldest first, 100 at most. */
  runs(viewer: UserId, traceId: TraceId): Promise<readonly Run[]>
  /** Runs that began within the time, newest first. */
  startedWithin(
    viewer: UserId,
    within: { readonly from: Timestamp; readonly to: Timestamp },
    page: PageRequest,
  ): Promise<Page<Run>>
  /** Of one run, oldest first. */
  events(
    viewer: UserId,
    run: Pick<Run, 'id' | 'conversationId'>,
    limit: number,
  ): Promise<readonly LoggedEvent[]>
  /** Of one person's signals; of everybody's when `owner` is null. Oldest first, 200 at most: senders name traces. */
  firings(owner: UserId | null, traceId: TraceId): Promise<readonly OwnedFiring[]>
  /** On the viewer's behalf; oldest first, 200 at most. */
  executions(viewer: UserId, traceId: TraceId): Promise<readonly Execution[]>
}

export interface OwnedFiring {
  readonly firing: TriggerFiring
  /** Whose signal it is of. */
  readonly userId: UserId
}

export const maxTracedEvents = 2_000
export const maxTracedRuns = 100
export const maxTracedFirings = 200
export const maxTracedExecutions = 200

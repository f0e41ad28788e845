import type { AgentId, RunId, Timestamp, TraceId, UserId } from '../base/ids.ts'
import type { Run, RunStatus } from '../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../domain/events.ts'
import type { Execution } from '../domain/execution.ts'
import type { TriggerFiring } from '../domain/trigger.ts'
import type { Page, PageRequest } from './pages.ts'

/** Data under a trace id that the viewer owns. */
export interface TraceStore {
  /** Oldest first, 100 at most. */
  runs(viewer: UserId, traceId: TraceId): Promise<readonly Run[]>
  /**
   * Runs started within the time range, of one reference, agent or status where given. Newest first, or those first that
   * took most, and last those of which it is unknown.
   */
  startedWithin(viewer: UserId, within: RunFilter, page: RunPageRequest): Promise<Page<Run>>
  /**
   * Of each run the events that `turnEventTypes` names, `limit` at most, oldest first: what a line about it needs.
   * The runs are those of one page.
   */
  turnEvents(
    viewer: UserId,
    runs: readonly Pick<Run, 'id' | 'conversationId'>[],
    limit: number,
  ): Promise<ReadonlyMap<RunId, readonly LoggedEvent[]>>
  /** The events of one run, oldest first. */
  events(
    viewer: UserId,
    run: Pick<Run, 'id' | 'conversationId'>,
    limit: number,
  ): Promise<readonly LoggedEvent[]>
  /** Firings of one person's triggers, of all when `owner` is null. Oldest first, 200 at most, because senders choose trace ids. */
  firings(owner: UserId | null, traceId: TraceId): Promise<readonly OwnedFiring[]>
  /** Executions on behalf of the viewer, oldest first, 200 at most. */
  executions(viewer: UserId, traceId: TraceId): Promise<readonly Execution[]>
}

export interface RunFilter {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly reference?: string | undefined
  readonly agentId?: AgentId | undefined
  readonly status?: RunStatus | undefined
}

export const runOrders = ['started', 'duration', 'tokens', 'cost', 'steps'] as const
export type RunOrder = (typeof runOrders)[number]

export interface RunPageRequest extends PageRequest {
  /** `started` without it. The cursor of one order is no cursor of another. */
  readonly order?: RunOrder | undefined
}

export const turnEventTypes = [
  'message-received',
  'run-started',
  'step-started',
  'step-completed',
  'context-summarised',
  'fork-started',
] as const satisfies readonly ConversationEvent['type'][]

export interface OwnedFiring {
  readonly firing: TriggerFiring
  /** The owner of the trigger. */
  readonly userId: UserId
}

export const maxTracedEvents = 2_000
export const maxTracedRuns = 100
export const maxTracedFirings = 200
export const maxTracedExecutions = 200

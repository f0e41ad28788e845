import type { Problem } from '../base/errors.ts'
import type { AgentId, ConversationId, RunId, Timestamp, TraceId, UserId } from '../base/ids.ts'
import type { Role } from './principal.ts'
import type { SessionState } from './session-state.ts'

export interface Conversation {
  readonly id: ConversationId
  /** The only person who may read it. */
  readonly userId: UserId
  readonly title: string
  /** The agent of the conversation, which never changes; null for the organisation's settings alone. */
  readonly agentId: AgentId | null
  readonly session: SessionState
  /** Sequence number of the last event in its log; 0 when empty. */
  readonly headSeq: number
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/**
 * `running`: a process holds the lease. `waiting`: for a person's approval, without a lease. The other
 * three are final.
 */
export type RunStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'

/** One turn of the agent. */
export interface Run {
  readonly id: RunId
  readonly conversationId: ConversationId
  /**
   * The person the run works for. Fixed at the start, so a resume after a restart acts for the same person.
   */
  readonly userId: UserId
  readonly role: Role
  readonly traceId: TraceId
  /** The reference of the caller that started it; absent without one. */
  readonly reference?: string
  readonly status: RunStatus
  readonly problem: Problem | null
  readonly startedAt: Timestamp
  readonly finishedAt: Timestamp | null
}

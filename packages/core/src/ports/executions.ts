import type { ConversationId, ExecutionId, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { Execution, ExecutionStatus } from '../domain/execution.ts'
import type { Page, PageRequest } from './pages.ts'

export interface ExecutionFilter {
  readonly conversationId?: ConversationId | undefined
  readonly skillId?: SkillId | undefined
  readonly status?: ExecutionStatus | undefined
}

/** What was run. Nobody but the person on whose behalf it ran sees it. */
export interface ExecutionStore {
  /**
   * Before anything runs. Throws ProblemError `execution.exists` when it is there already, whoever began it.
   */
  create(execution: Execution): Promise<void>
  /**
   * A sign that its process lives; `running`: it has begun. Whether somebody asked for its end, and null once
   * it has ended.
   */
  heartbeat(
    id: ExecutionId,
    change?: { running?: true },
  ): Promise<{ cancelRequested: boolean } | null>
  /** Asks the process that runs it, whichever it is, to end it. False when it has ended, or is not the viewer's. */
  requestCancel(viewer: UserId, id: ExecutionId, at: Timestamp): Promise<boolean>
  /** Of these, those whose end was asked for and has not come. */
  cancelRequested(ids: readonly ExecutionId[]): Promise<readonly ExecutionId[]>
  /** Its end; false when it had ended before, and nothing is changed then. */
  finish(execution: Execution): Promise<boolean>
  /** Null unless it is the viewer's. */
  get(viewer: UserId, id: ExecutionId): Promise<Execution | null>
  /** Newest first, without what they printed. */
  list(viewer: UserId, filter: ExecutionFilter, page: PageRequest): Promise<Page<Execution>>
  /** Bytes of an output; null when it has none of that path, or is not the viewer's. */
  output(viewer: UserId, id: ExecutionId, path: string): Promise<Uint8Array | null>
  /**
   * Its process is dead: it becomes `interrupted`, unless it has ended, or given another sign than these. False
   * then.
   */
  interrupt(id: ExecutionId, lastSeen: { heartbeatCount: number; now: Timestamp }): Promise<boolean>
  /**
   * Forgets what executions of no conversation wrote that ended by then: each file is `skipped` because of
   * `why`. Returns of how many, at most `limit`.
   */
  dropOutputs(ended: { by: Timestamp; why: string; limit: number }): Promise<number>
}

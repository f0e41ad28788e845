import type { ConversationId, ExecutionId, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { Execution, ExecutionStatus } from '../domain/execution.ts'
import type { Page, PageRequest } from './pages.ts'

export interface ExecutionFilter {
  readonly conversationId?: ConversationId | undefined
  readonly skillId?: SkillId | undefined
  readonly status?: ExecutionStatus | undefined
}

/** Executions, each visible only to the person on whose behalf it ran. */
export interface ExecutionStore {
  /** Called before anything runs. Throws ProblemError `execution.exists`, whoever created it. */
  create(execution: Execution): Promise<void>
  /**
   * Records a heartbeat of its process; `status`: its packages are being installed, or the script
   * has started. Returns whether a cancellation was
   * requested, and null after its end.
   */
  heartbeat(
    id: ExecutionId,
    change?: { status?: 'installing' | 'running' },
  ): Promise<{ cancelRequested: boolean } | null>
  /** Requests its cancellation from the process that runs it. False when it has ended, or the viewer does not own it. */
  requestCancel(viewer: UserId, id: ExecutionId, at: Timestamp): Promise<boolean>
  /** The subset with a requested cancellation that have not ended. */
  cancelRequested(ids: readonly ExecutionId[]): Promise<readonly ExecutionId[]>
  /** Records its end; false without a change when it had already ended. */
  finish(execution: Execution): Promise<boolean>
  /** Null unless the viewer owns it. */
  get(viewer: UserId, id: ExecutionId): Promise<Execution | null>
  /** Newest first, without output. */
  list(viewer: UserId, filter: ExecutionFilter, page: PageRequest): Promise<Page<Execution>>
  /** The bytes of an output file; null when it does not exist or the viewer does not own the execution. */
  output(viewer: UserId, id: ExecutionId, path: string): Promise<Uint8Array | null>
  /**
   * Sets it to `interrupted` because its process died. False when it has ended, or has sent a further heartbeat
   * in the meantime.
   */
  interrupt(id: ExecutionId, lastSeen: { heartbeatCount: number; now: Timestamp }): Promise<boolean>
  /**
   * Deletes the output files of executions without a conversation that ended at `by` or earlier: each file
   * becomes `skipped` with the reason `why`. Returns the number of executions, at most `limit`.
   */
  dropOutputs(ended: { by: Timestamp; why: string; limit: number }): Promise<number>
}

import type {
  ConversationId,
  ExecutionId,
  RunId,
  SkillId,
  Timestamp,
  TraceId,
  UserId,
} from '../base/ids.ts'
import type { Page, PageRequest } from './pages.ts'
import type { ScriptRuntime, ScriptSkill } from './scripts.ts'

export type ExecutionStatus =
  | 'queued'
  | 'running'
  | 'ok'
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'output-limit'
  | 'disk-limit'
  | 'cancelled'
  /** The sandbox did not take it; nothing has run. */
  | 'refused'
  /** The process that ran it died; it was not run again. */
  | 'interrupted'

export interface ExecutionOutput {
  readonly path: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

export interface ExecutionUsage {
  /** Milliseconds from its start to the end of its last process. */
  readonly wallMs: number
  readonly queuedMs: number
  readonly cpuMs: number | null
  readonly peakMemoryBytes: number | null
}

/** One run of one script, of a skill or of nobody's (a command). */
export interface Execution {
  readonly id: ExecutionId
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
  readonly callId: string | null
  readonly traceId: TraceId
  readonly skill: ScriptSkill | null
  readonly runtime: ScriptRuntime
  /** The script's path in the skill; of a command, its text. */
  readonly entry: string
  readonly args: readonly string[]
  readonly status: ExecutionStatus
  /** 128 + n for a signal; null when it was ended from outside, or is not at its end. */
  readonly exitCode: number | null
  /** Lossy UTF-8, its end when it is long, secrets taken out. Empty until the end. */
  readonly stdout: string
  readonly stderr: string
  readonly outputs: readonly ExecutionOutput[]
  /** Files that were left behind, and why. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[]
  readonly usage: ExecutionUsage | null
  readonly startedBy: UserId
  readonly startedAt: Timestamp
  readonly finishedAt: Timestamp | null
}

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
  sign(id: ExecutionId, change?: { running?: true }): Promise<{ cancelAsked: boolean } | null>
  /** Asks the process that runs it, whichever it is, to end it. False when it has ended, or is not the viewer's. */
  askToCancel(viewer: UserId, id: ExecutionId, at: Timestamp): Promise<boolean>
  /** Of these, those whose end was asked for and has not come. */
  toCancel(ids: readonly ExecutionId[]): Promise<readonly ExecutionId[]>
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
  interrupt(id: ExecutionId, silent: { signs: number; now: Timestamp }): Promise<boolean>
  /**
   * Forgets what executions of no conversation wrote that ended by then: each file is `skipped` because of
   * `why`. Returns of how many, at most `limit`.
   */
  dropOutputs(ended: { by: Timestamp; why: string; limit: number }): Promise<number>
}

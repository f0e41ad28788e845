import type {
  ConversationId,
  ExecutionId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
  TraceId,
  UserId,
} from '../base/ids.ts'

/** What scripts can be written in. `node` takes TypeScript too. */
export const scriptRuntimes = ['python', 'node', 'shell'] as const

export type ScriptRuntime = (typeof scriptRuntimes)[number]

/** The exact revision of a skill whose files are there. */
export interface ScriptSkill {
  readonly skillId: SkillId
  readonly slug: string
  readonly digest: RevisionDigest
}

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

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

/** The runtimes of scripts. `node` takes TypeScript too. */
export const scriptRuntimes = ['python', 'node', 'shell'] as const

export type ScriptRuntime = (typeof scriptRuntimes)[number]

/** The exact revision of the skill whose files are mounted. */
export interface ScriptSkill {
  readonly skillId: SkillId
  readonly slug: string
  readonly digest: RevisionDigest
}

export type ExecutionStatus =
  | 'queued'
  /** Its packages are being installed. */
  | 'installing'
  | 'running'
  | 'ok'
  | 'failed'
  | 'timed-out'
  | 'out-of-memory'
  | 'output-limit'
  | 'disk-limit'
  | 'too-many-files'
  | 'process-limit'
  | 'cancelled'
  /** The sandbox refused it; nothing was run. */
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
  /** Milliseconds from the start to the end of its last process. */
  readonly wallMs: number
  readonly queuedMs: number
  readonly cpuMs: number | null
  readonly peakMemoryBytes: number | null
}

/** One execution of a skill's script or of a command. */
export interface Execution {
  readonly id: ExecutionId
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
  readonly callId: string | null
  readonly traceId: TraceId
  readonly skill: ScriptSkill | null
  readonly runtime: ScriptRuntime
  /** The script's path in the skill, or the text of the command. */
  readonly entry: string
  readonly args: readonly string[]
  readonly status: ExecutionStatus
  /** 128 + n for a signal; null when it was killed or has not ended. */
  readonly exitCode: number | null
  /** Lossy UTF-8 without secrets; only the end of a long text. Empty until the execution ends. */
  readonly stdout: string
  readonly stderr: string
  readonly outputs: readonly ExecutionOutput[]
  /** Files that were not collected, and why. */
  readonly skipped: readonly { readonly path: string; readonly why: string }[]
  readonly usage: ExecutionUsage | null
  readonly startedBy: UserId
  readonly startedAt: Timestamp
  readonly finishedAt: Timestamp | null
}

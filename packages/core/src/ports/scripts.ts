import type { ConversationId, ExecutionId, RunId, TraceId } from '../base/ids.ts'
import type { Execution, ScriptRuntime, ScriptSkill } from '../domain/execution.ts'
import type { Principal } from '../domain/principal.ts'
import type { WorkspaceChange } from './workspace.ts'

/** One execution, decided and checked; who asks for it has made sure that it may be. */
export interface ScriptRequest {
  readonly executionId: ExecutionId
  readonly principal: Principal
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
  readonly traceId: TraceId
  readonly callId: string | null
  /** Whose script it is: its files are `/skill`, its secrets the environment. Null: a command. */
  readonly skill: ScriptSkill | null
  /** Skills whose files a command may read below `/skill/<slug>`; none for a script. */
  readonly mountedSkills: readonly ScriptSkill[]
  readonly runtime: ScriptRuntime
  /** The script's path in the skill; of a command, its text. */
  readonly entry: string
  readonly args: readonly string[]
  readonly stdin: string
  /** Files of the conversation's folder it may see besides those it sees by itself. */
  readonly inputs: readonly string[]
  /** Milliseconds; the server's own limit when null, and never more than that. */
  readonly wallMs: number | null
  readonly signal: AbortSignal
}

export interface ScriptOutcome {
  readonly execution: Execution
  /** What it left in its workspace, for the conversation's folder. The bytes are kept already. */
  readonly files: readonly WorkspaceChange[]
}

/** Runs scripts apart from everything else. */
export interface ScriptRunner {
  /** Those whose interpreter is there; empty where nothing can be run. */
  runtimes(): Promise<ReadonlySet<ScriptRuntime>>
  /**
   * Whatever the script does is an outcome. Throws ProblemError `sandbox.*` when nothing has run, with the
   * sentence that says what to do, and `execution.exists` when this execution was begun before.
   */
  run(request: ScriptRequest): Promise<ScriptOutcome>
}

import type { ConversationId, ExecutionId, RunId, TraceId } from '../base/ids.ts'
import type { Execution, ScriptRuntime, ScriptSkill } from '../domain/execution.ts'
import type { PackageList } from '../domain/package-list.ts'
import type { Principal } from '../domain/principal.ts'
import type { WorkspaceChange } from './workspace.ts'

/** An execution. The caller has checked the permission. */
export interface ScriptRequest {
  readonly executionId: ExecutionId
  readonly principal: Principal
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
  readonly traceId: TraceId
  readonly callId: string | null
  /** The skill of the script, mounted at `/skill`, with its secrets as environment. Null: a command. */
  readonly skill: ScriptSkill | null
  /** Skills that a command can read below `/skill/<slug>`, the one it was given last at the end; empty for a script. */
  readonly mountedSkills: readonly ScriptSkill[]
  readonly runtime: ScriptRuntime
  /** The path of the script in the skill, or the text of the command. */
  readonly entry: string
  readonly args: readonly string[]
  readonly stdin: string
  /** Additional files of the conversation's folder that are visible to it. */
  readonly inputs: readonly string[]
  /** Wall-clock milliseconds, at most the server's limit; null for that limit. */
  readonly wallMs: number | null
  readonly signal: AbortSignal
}

export interface ScriptOutcome {
  readonly execution: Execution
  /** Changes for the conversation's folder. Their blobs are already stored. */
  readonly files: readonly WorkspaceChange[]
}

/** A script whose packages are looked up. */
export interface PackageRequest {
  readonly principal: Principal
  readonly skill: ScriptSkill
  readonly runtime: ScriptRuntime
  readonly signal: AbortSignal
}

/** Runs scripts in isolation. */
export interface ScriptRunner {
  /** Runtimes with an available interpreter; empty when scripts cannot run. */
  runtimes(): Promise<ReadonlySet<ScriptRuntime>>
  /**
   * The exact packages that an owner or admin has to approve before the script can run; empty when
   * none. Resolves them with the package index, and installs nothing. Throws ProblemError `layer.*`.
   */
  unapprovedPackages(request: PackageRequest): Promise<readonly PackageList[]>
  /**
   * Errors of the script are outcomes. Throws ProblemError `sandbox.*` with a hint when nothing has run, and
   * `execution.exists` when this execution was already started.
   */
  run(request: ScriptRequest): Promise<ScriptOutcome>
}

import type { ConversationId, RunId, TenantId, TraceId } from '@repertoire/core/base'
import type {
  Agent,
  Conversation,
  FiringRecord,
  Principal,
  Run,
  TriggerContext,
} from '@repertoire/core/domain'
import type { ClientCall, LogMemory, StartedRun, ToolTable } from '@repertoire/core/use'
import type { LiveTexts } from './live-texts.ts'

/** Starts the turns of schedules that are due. Every replica may run one: each time is fired once. */
export interface TriggerScheduler {
  /** Looks for what is due, now and from then on. */
  start(): void
  /** Resolves when no look is under way. */
  idle(): Promise<void>
  /** Starts nothing further, and waits for what is under way. */
  stop(): Promise<void>
}

export interface EngineLoad {
  readonly running: number
  /** Waiting for a slot. */
  readonly queued: number
}

/** Executes runs. With every engine the loop is core's, and the log is the source of truth. */
export interface Engine {
  /** Resumes open runs, and looks for further ones from then on. */
  start(): Promise<void>
  /**
   * Records a person's message and starts the run that answers it. Resolves once both are durable. Throws
   * ProblemError `conversation.not-found`, `conversation.busy`, `engine.stopping`.
   */
  startRun(request: StartRunRequest): Promise<StartedRun>
  /** Cancels a run. One that has ended stays as it is. Throws ProblemError `run.not-found`. */
  cancelRun(request: CancelRunRequest): Promise<Run>
  /** The tools that a turn of this person would have now, with this agent or without one. */
  toolsFor(request: ToolsRequest): Promise<ToolTable>
  /** The context window of the model that this agent, or none, has here. */
  contextTokensOf(tenantId: TenantId, agent: Agent | null): Promise<number>
  /** Whether what runs need besides the store answers, by its name. Without it they wait. */
  checks(): Readonly<Record<string, 'ok' | 'away'>>
  /** What this process does now. Runs that Temporal queues are not among them. */
  load(): EngineLoad
  /** An approval was answered: resume the run that waited for it at once. */
  wake(): void
  /**
   * Resolves with the run as soon as it has ended or waits for a person, whichever process executes it. Rejects
   * with ProblemError `run.not-found`, or with the signal's reason.
   */
  waitForRun(request: WaitForRunRequest): Promise<Run>
  /** The answers that models are giving, in this process and, where the database passes them on, in others. */
  readonly liveTexts: LiveTexts
  /** The logs that runs and clients' calls of this process have read. */
  readonly logs: LogMemory
  /** Set where the engine itself starts the turns of schedules; else a timer of the server does. */
  readonly triggerScheduler?: TriggerScheduler
  /** Stops after the current step, with a short grace period, then hands the runs back and resolves. */
  stop(): Promise<void>
}

export interface StartRunRequest {
  readonly principal: Principal
  readonly conversationId: ConversationId
  readonly text: string
  /** The trigger that starts the turn when no person does, and its firing. */
  readonly signal?: TriggerContext
  readonly firing?: FiringRecord
  /** The run's one call, where a client's agent made it itself. */
  readonly clientCall?: ClientCall
  /** Instead of those of the agent or of the settings. */
  readonly toolsets?: readonly string[]
  /** The conversation to create together with the run, unless it exists. */
  readonly newConversation?: Conversation
  /** Trace id of the request. */
  readonly traceId?: TraceId
  /** The span of that trace that sent the request: 16 hex digits. */
  readonly parentSpanId?: string | undefined
}

export interface CancelRunRequest {
  readonly principal: Principal
  readonly runId: RunId
}

export interface WaitForRunRequest extends CancelRunRequest {
  readonly signal?: AbortSignal
}

export interface ToolsRequest {
  readonly principal: Principal
  readonly agent: Agent | null
  /** Instead of those of the agent or of the settings. */
  readonly toolsets?: readonly string[]
}

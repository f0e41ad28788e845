import type {
  Agent,
  Conversation,
  ConversationId,
  FiringRecord,
  Principal,
  Run,
  RunId,
  StartedRun,
  TextDelta,
  ToolTable,
  TraceId,
  TriggerContext,
} from '@repertoire/core'

/** What works on runs. Whichever engine it is, the loop is core's and the log is the truth. */
export interface Engine {
  /** Takes up what was left open, and looks for more from then on. */
  start(): Promise<void>
  /**
   * Takes a person's message in and begins to answer it. Resolves once both are durable.
   * Throws ProblemError `conversation.not-found`, `conversation.busy`, `engine.stopping`.
   */
  startRun(request: {
    readonly principal: Principal
    readonly conversationId: ConversationId
    readonly text: string
    /** What starts the turn when no person does, and what it answers (E8). */
    readonly signal?: TriggerContext
    readonly firing?: FiringRecord
    /** The conversation, which begins with the run unless it is there already. */
    readonly opens?: Conversation
    /** Of the request that asked for it. */
    readonly traceId?: TraceId
    /** The span there that sent the request: 16 hex digits. */
    readonly parentSpanId?: string | undefined
  }): Promise<StartedRun>
  /** Ends a run at the person's wish; one that is over stays as it is. Throws ProblemError `run.not-found`. */
  cancelRun(request: { readonly principal: Principal; readonly runId: RunId }): Promise<Run>
  /** The tools a turn of this person would have now, with this agent or with none. */
  toolsFor(request: {
    readonly principal: Principal
    readonly agent: Agent | null
  }): Promise<ToolTable>
  /** An approval was answered: look at once for the run that waited for it. */
  wake(): void
  /**
   * Resolves with the run as soon as it is over or waits for a person, whichever process works on it.
   * Rejects with ProblemError `run.not-found`, or with the signal's reason.
   */
  waitForRun(request: {
    readonly principal: Principal
    readonly runId: RunId
    readonly signal?: AbortSignal
  }): Promise<Run>
  /** Pieces of answers while this process produces them. Returns how to stop listening. */
  onText(conversationId: ConversationId, listener: (delta: TextDelta) => void): () => void
  /** Stops at the next step, waits a little for it, gives the runs back and resolves. */
  stop(): Promise<void>
}

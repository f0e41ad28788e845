import type { ConversationId, RunId, TenantId, UserId } from '@repertoire/core/base'

/** Names a run, and holds nothing of what is in it: what a workflow gets is kept in Temporal's history. */
export interface RunInput {
  readonly tenantId: TenantId
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly userId: UserId
  /** Another process began the run, and may have died at any point of it. */
  readonly takenOver: boolean
}

/**
 * What a workflow does next, as the log decides it. `on`: with a worker that has this capability. `wait`: for a
 * person, at most so long.
 */
export type NextStep =
  | { readonly do: 'act'; readonly on?: Capability }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'over' }

/** What not every worker can do. Each has a task queue of its own: the name of the common one, `-`, and its name. */
export type Capability = 'scripts'

export interface RunActivities {
  /** Takes one costly action of the run, a model call or a tool call, or as many as the settings allow. */
  takeAction(input: RunInput): Promise<NextStep>
}

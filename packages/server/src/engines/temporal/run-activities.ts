import type { ConversationId, RunId, TenantId, UserId } from '@repertoire/core'

/** Names a run, and holds nothing of what is in it: what a workflow gets is kept in Temporal's history. */
export interface RunInput {
  readonly tenantId: TenantId
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly userId: UserId
  /** Another process began the run, and may have died at any point of it. */
  readonly takenOver: boolean
}

/** What a workflow does next, as the log decides it. `wait`: for a person, at most so long. */
export type NextStep =
  | { readonly do: 'act' }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'over' }

export interface RunActivities {
  /** Takes at most one costly action of the run: a model call or a tool call. */
  takeAction(input: RunInput): Promise<NextStep>
}

import type {
  RunBody,
  SkillsStateBody,
  ToolCallBody,
  ToolOutcomeBody,
  WireEvent,
} from '@repertoire/protocol'

export type EventData<Name extends WireEvent['event']> = Extract<WireEvent, { event: Name }>['data']

/** Words of the model, from one step. */
export interface TextItem {
  readonly kind: 'text'
  readonly step: number
  readonly text: string
  /** Still being written. */
  readonly streaming: boolean
  readonly demo: boolean
  readonly modelLabel: string
}

/** The question a tool call waits for, and what became of it. */
export interface AskedApproval {
  readonly data: EventData<'approval_required'>
  readonly status: 'pending' | EventData<'approval_resolved'>['decision']
  readonly answeredBy: string | null
  readonly answeredAt: string | null
  readonly note: string
}

export interface ToolItem {
  readonly kind: 'tool'
  readonly call: ToolCallBody
  /** Of a call that runs something: the execution it is or is going to be. */
  readonly executionId?: string
  /** Null while it runs or waits. */
  readonly outcome: ToolOutcomeBody | null
  readonly approval: AskedApproval | null
  /** The sub-agent that answers the call; null for every other call. */
  readonly fork: ForkView | null
}

export type TurnItem = TextItem | ToolItem

/** A skill's list of allowed tools while it holds. */
export interface RestrictionView {
  readonly skill: EventData<'skill_used'>['skill']
  /** Names of the tools that may be called, beside those that handle skills. */
  readonly allows: readonly string[]
  /** Entries whose pattern cannot be decided: they allow nothing. Untrusted text. */
  readonly undecided: readonly string[]
}

/** What one agent did and has in mind: the main one in a turn, or a sub-agent in its call. */
export interface AgentView {
  readonly items: readonly TurnItem[]
  /** The lists of skills that were given as results; empty while there is none. */
  readonly restrictions: readonly RestrictionView[]
  /** Its list of things to do, as it is now. */
  readonly todo: EventData<'todo_changed'>['items']
  readonly steps: number
  /** In and out together, as far as they are known. */
  readonly tokens: number
}

/** A sub-agent that carries out one skill. */
export interface ForkView extends AgentView {
  readonly skill: EventData<'fork_started'>['skill']
  readonly task: string
}

/** One message of a person and everything the agent did about it. */
export interface TurnView extends AgentView {
  readonly key: string
  /** Null when the message has not been seen (a log read from its middle). */
  readonly message: { readonly id: string; readonly text: string; readonly at: string } | null
  readonly runId: string | null
  readonly traceId: string
  readonly status: RunBody['status']
  readonly problem: EventData<'run_failed'>['problem'] | null
  /** How often another process took the run over after a crash. */
  readonly crashes: number
  /** The person's thumb, and null without one. */
  readonly rating: EventData<'answer_rated'>['rating']
  /** The events themselves, without text deltas: the timeline. */
  readonly events: readonly WireEvent[]
}

/** What the chat page shows, folded from a conversation's events. */
export interface ConversationView {
  readonly turns: readonly TurnView[]
  /** Null until the log has said anything about skills. */
  readonly skills: SkillsStateBody | null
  /** Names of the skills that the last change took out, because the budget was lowered. */
  readonly leftOverBudget: readonly string[]
  /** The lists of the active skills now. */
  readonly sessionRestrictions: readonly RestrictionView[]
  /** The lists of all skills that were active at any time of the last turn. */
  readonly heldRestrictions: readonly RestrictionView[]
  /** The last event of the log that is in here; resume after it. */
  readonly lastId: number
}

export const emptyView: ConversationView = {
  turns: [],
  skills: null,
  leftOverBudget: [],
  sessionRestrictions: [],
  heldRestrictions: [],
  lastId: 0,
}

/** The turn that is not finished, if there is one. */
export function openTurn(view: ConversationView): TurnView | null {
  const last = view.turns.at(-1)
  return last && (last.status === 'running' || last.status === 'waiting') ? last : null
}

/** The call whose sub-agent is at work, if there is one. */
export function workingFork({ items }: AgentView): ForkView | null {
  const item = items.findLast((one) => one.kind === 'tool' && one.outcome === null && one.fork)
  return item?.kind === 'tool' ? item.fork : null
}

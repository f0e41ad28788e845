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
  /** Null while it runs or waits. */
  readonly outcome: ToolOutcomeBody | null
  readonly approval: AskedApproval | null
}

export type TurnItem = TextItem | ToolItem

/** One message of a person and everything the agent did about it. */
export interface TurnView {
  readonly key: string
  /** Null when the message has not been seen (a log read from its middle). */
  readonly message: { readonly id: string; readonly text: string; readonly at: string } | null
  readonly runId: string | null
  readonly traceId: string
  readonly status: RunBody['status']
  readonly items: readonly TurnItem[]
  readonly problem: EventData<'run_failed'>['problem'] | null
  /** How often another process took the run over after a crash. */
  readonly crashes: number
  /** The events themselves, without text deltas: the timeline. */
  readonly events: readonly WireEvent[]
}

/** What the chat page shows, folded from a conversation's events. */
export interface ConversationView {
  readonly turns: readonly TurnView[]
  /** Null until the log has said anything about skills. */
  readonly skills: SkillsStateBody | null
  /** The last event of the log that is in here; resume after it. */
  readonly lastId: number
}

export const emptyView: ConversationView = { turns: [], skills: null, lastId: 0 }

/** The turn that is not finished, if there is one. */
export function openTurn(view: ConversationView): TurnView | null {
  const last = view.turns.at(-1)
  return last && (last.status === 'running' || last.status === 'waiting') ? last : null
}

import type { ConversationId, RunId } from '@repertoire/core/base'
import type { LoggedEvent } from '@repertoire/core/domain'
import { type StartedRun, skillsState } from '@repertoire/core/use'
import type { Turn } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import { notFound } from '../base/not-found.ts'
import { feedPageSize } from '../sse/event-feed.ts'
import { toApprovalBody } from '../wire/approval.ts'
import { toRunBody, toSkillsStateBody } from '../wire/conversation.ts'

export interface TurnFacts {
  readonly started: StartedRun
  readonly conversationId: ConversationId
  /** Sequence number of the log's head before the message. */
  readonly after: number
}

/** The current state of a turn. */
export async function describeTurn(
  app: Application,
  caller: Caller,
  turn: TurnFacts,
): Promise<Turn> {
  const { conversations, approvals, settings } = catalogOf(app, caller).store
  const viewer = caller.principal.userId
  const { conversationId, started } = turn
  const run = await conversations.run(viewer, started.runId)
  const conversation = await conversations.get(viewer, conversationId)
  if (!run || !conversation)
    throw notFound(
      'conversation.not-found',
      'The conversation was deleted while its turn was running.',
    )
  const pending = await approvals.list({ status: 'pending', conversationId }, { limit: 50 })
  const state = skillsState(conversation.session, (await settings.get()).settings)
  return {
    message_id: started.messageId,
    run: toRunBody(run),
    reply: run.status === 'completed' ? await finalText(app, caller, turn) : null,
    approvals: pending.items.filter((one) => one.runId === run.id).map(toApprovalBody),
    skills: toSkillsStateBody(state),
  }
}

/** Whether the run has ended, or waits for a person, after this event. */
export function isPause({ runId, event }: LoggedEvent, of: RunId): boolean {
  return runId === of && pauses.has(event.type)
}

const pauses: ReadonlySet<string> = new Set([
  'run-completed',
  'run-failed',
  'run-cancelled',
  'approval-required',
])

async function finalText(
  app: Application,
  caller: Caller,
  { conversationId, started, after }: TurnFacts,
): Promise<string | null> {
  const { conversations } = catalogOf(app, caller).store
  const viewer = caller.principal.userId
  for (let position = after; ; ) {
    const range = { after: position, limit: feedPageSize }
    const events = await conversations.events(viewer, conversationId, range)
    for (const { runId, event } of events) {
      if (runId === started.runId && event.type === 'run-completed') return event.text
    }
    const last = events.at(-1)
    if (!last) return null
    position = last.seq
  }
}

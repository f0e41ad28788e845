import {
  type ConversationId,
  isProblemError,
  ProblemError,
  type RunId,
} from '@repertoire/core/base'
import { emptySession, isOpenRun } from '@repertoire/core/domain'
import { explainBusy } from '@repertoire/core/use'
import type { WireEvent } from '@repertoire/protocol'
import { systemClock } from '../platform/system/system-ports.ts'
import { approvalIdOf, askPerson, type EmbeddedAgent } from './answer-questions.ts'
import { checkCall } from './check-arguments.ts'
import { keptAlive } from './kept-alive.ts'
import type { Embedded } from './open-embedded.ts'
import type { AskOptions, ResumeOptions } from './repertoire-options.ts'
import { turnEvents } from './turn-events.ts'

interface OpenTurn {
  readonly conversationId: ConversationId
  readonly runId: RunId
  /** The log's head before the turn, or any place before that. */
  readonly after: number
}

/** Starts a turn, and gives its events to its end. */
export async function* ask(
  agent: EmbeddedAgent,
  text: string,
  options: AskOptions = {},
): AsyncGenerator<WireEvent, void> {
  const { embedded } = agent
  checkCall(embedded, 'ask', { text, options })
  options.signal?.throwIfAborted()
  const turn = await startTurn(embedded, text, options.conversation)
  yield* follow(agent, turn, options.signal)
}

/** The events of the open turn from its beginning, to its end; nothing where none is open. */
export async function* resume(
  agent: EmbeddedAgent,
  conversation: string,
  options: ResumeOptions = {},
): AsyncGenerator<WireEvent, void> {
  const { embedded } = agent
  checkCall(embedded, 'resume', { conversation, options })
  options.signal?.throwIfAborted()
  const turn = await openTurn(embedded, conversation)
  if (!turn) return
  for await (const event of follow(agent, turn, options.signal)) {
    if (event.event !== 'approval_required' || (await isPending(embedded, event))) yield event
  }
}

/** Cancels the open turn; false where none is open. */
export async function cancel(embedded: Embedded, conversation: string): Promise<boolean> {
  checkCall(embedded, 'cancel', { conversation })
  const turn = await openTurn(embedded, conversation)
  if (!turn) return false
  const { services, principal } = embedded
  await services.engine.cancelRun({ principal, runId: turn.runId })
  return true
}

async function* follow(
  { embedded, onApproval }: EmbeddedAgent,
  turn: OpenTurn,
  signal: AbortSignal | undefined,
): AsyncGenerator<WireEvent, void> {
  const { services, principal } = embedded
  const { engine, feed } = services
  const stop = () => engine.cancelRun({ principal, runId: turn.runId })
  const onAbort = () => void stop().catch(() => undefined)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  try {
    const { tenantId, userId: viewer } = principal
    const key = { tenantId, viewer, conversationId: turn.conversationId }
    for await (const event of keptAlive(turnEvents({ feed, key, ...turn }))) {
      yield event
      if (event.event !== 'approval_required' || !onApproval) continue
      await askPerson({ embedded, onApproval }, approvalIdOf(event))
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    const { conversations } = services.store.tenant(principal.tenantId)
    const run = await conversations.run(principal.userId, turn.runId)
    if (run && isOpenRun(run.status)) await stop()
  }
}

async function idOf({ principal }: Embedded, name: string | undefined): Promise<ConversationId> {
  const { conversationIdOf } = await import('./open-embedded.ts')
  return conversationIdOf(principal, name) as ConversationId
}

async function openTurn(embedded: Embedded, name: string): Promise<OpenTurn | null> {
  const { services, principal } = embedded
  const conversationId = await idOf(embedded, name)
  const { conversations } = services.store.tenant(principal.tenantId)
  const run = await conversations.openRun(principal.userId, conversationId)
  return run && { conversationId, runId: run.id, after: 0 }
}

async function startTurn(
  embedded: Embedded,
  text: string,
  name: string | undefined,
): Promise<OpenTurn> {
  const { services, principal } = embedded
  const conversationId = await idOf(embedded, name)
  const tenant = services.store.tenant(principal.tenantId)
  const known = await tenant.conversations.get(principal.userId, conversationId)
  const now = systemClock.now()
  const start = () =>
    services.engine.startRun({
      ...{ principal, conversationId, text },
      ...(!known && {
        newConversation: {
          ...{ id: conversationId, userId: principal.userId, title: text.slice(0, 80) },
          ...{ agentId: null, session: emptySession, headSeq: 0, createdAt: now, updatedAt: now },
        },
      }),
    })
  try {
    const { runId } = await explainBusy(tenant, { principal, conversationId }, start)
    return { conversationId, runId, after: known?.headSeq ?? 0 }
  } catch (error) {
    throw isProblemError(error) && error.problem.code === 'conversation.busy'
      ? new ProblemError({ ...error.problem, hint: busyHint }, { cause: error })
      : error
  }
}

const busyHint =
  'Follow the open turn with resume(conversation), which gives the questions that wait for an answer, or end it with cancel(conversation).'

async function isPending(
  { services, principal }: Embedded,
  question: Parameters<typeof approvalIdOf>[0],
): Promise<boolean> {
  const { approvals } = services.store.tenant(principal.tenantId)
  return (await approvals.get(approvalIdOf(question)))?.status === 'pending'
}

import { type ConversationId, emptySession, isOpenRun, type RunId } from '@repertoire/core'
import type { WireEvent } from '@repertoire/protocol'
import { systemClock } from '../platform/system/system-ports.ts'
import {
  type ApprovalQuestion,
  approvalIdOf,
  askPerson,
  type EmbeddedAgent,
  recordAnswer,
} from './answer-questions.ts'
import type { Embedded } from './open-embedded.ts'
import type { ApprovalAnswer, EmbeddedPerson, RepertoireOptions } from './repertoire-options.ts'
import { turnEvents } from './turn-events.ts'

/** An event of a turn: `text_delta`, `tool_started`, `approval_required`, `run_completed` and others, each with its `data`. */
export type RepertoireEvent = WireEvent

export interface AskOptions {
  /** A name of your own: questions of one name are one conversation. Default: a new one. */
  readonly conversation?: string | undefined
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined
}

/** What a program does for one person. */
export interface UserRepertoire {
  /** The events of one turn, to its end. Leaving the loop before it cancels the turn. */
  ask(text: string, options?: AskOptions): AsyncGenerator<RepertoireEvent, void>
  /** Answers the question of an `approval_required` event, where there is no `onApproval`. */
  answer(question: ApprovalQuestion, answer: ApprovalAnswer): Promise<void>
}

export interface Repertoire extends UserRepertoire {
  /**
   * Asks for somebody else of the organisation, a member, whose conversations, skills and approvals nobody else has. Your program
   * says who somebody is; nothing is checked.
   */
  as(person: EmbeddedPerson): Promise<UserRepertoire>
  /** Finishes the current step of open turns, and releases everything. */
  close(): Promise<void>
}

/** The whole agent in your program: skills, search, budget, gate, approvals, log and loop, with defaults for every part. */
export async function createRepertoire(options: RepertoireOptions = {}): Promise<Repertoire> {
  // A program that only defines tools does not load a server.
  const { actAs, openEmbedded } = await import('./open-embedded.ts')
  const embedded = await openEmbedded(options)
  const { onApproval } = options
  const owner = personal({ embedded, onApproval })
  const repertoire: Repertoire = {
    ...owner,
    as: async (person) => {
      const { checkArguments } = await callable(embedded)
      checkArguments('as', { person })
      return personal({ embedded: await actAs(embedded, person), onApproval })
    },
    close: embedded.close,
  }
  agents.set(repertoire, { embedded, onApproval })
  return repertoire
}

function personal(agent: EmbeddedAgent): UserRepertoire {
  const repertoire: UserRepertoire = {
    ask: (text, options) => ask(agent, text, options),
    answer: async (question, given) => {
      const { checkArguments } = await callable(agent.embedded)
      checkArguments('answer', { question })
      await recordAnswer(agent.embedded, approvalIdOf(question), given)
    },
  }
  agents.set(repertoire, agent)
  return repertoire
}

async function callable({ isClosed }: Embedded) {
  const checks = await import('./check-arguments.ts')
  if (isClosed()) throw checks.closedProblem()
  return checks
}

const agents = new WeakMap<UserRepertoire, EmbeddedAgent>()

/** What adapters to other frameworks work with. */
export function agentOf(repertoire: UserRepertoire): EmbeddedAgent {
  const agent = agents.get(repertoire)
  if (!agent) throw new TypeError('Only createRepertoire makes one.')
  return agent
}

async function* ask(
  { embedded, onApproval }: EmbeddedAgent,
  text: string,
  options: AskOptions = {},
): AsyncGenerator<RepertoireEvent, void> {
  const { checkArguments } = await callable(embedded)
  checkArguments('ask', { text, options })
  const { conversation, signal } = options
  const { services, principal } = embedded
  const { engine, feed } = services
  const turn = await startTurn(embedded, { text, conversation, signal })
  const cancel = () => engine.cancelRun({ principal, runId: turn.runId })
  const onAbort = () => void cancel().catch(() => undefined)
  signal?.addEventListener('abort', onAbort)
  try {
    const { tenantId, userId: viewer } = principal
    const key = { tenantId, viewer, conversationId: turn.conversationId }
    for await (const event of turnEvents({ feed, key, ...turn })) {
      yield event
      if (event.event !== 'approval_required' || !onApproval) continue
      await askPerson({ embedded, onApproval }, approvalIdOf(event))
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    const { conversations } = services.store.tenant(principal.tenantId)
    const run = await conversations.run(principal.userId, turn.runId)
    if (run && isOpenRun(run.status)) await cancel()
  }
}

async function startTurn(
  { services, principal }: Embedded,
  { text, conversation: name, signal }: AskOptions & { readonly text: string },
): Promise<{ conversationId: ConversationId; runId: RunId; after: number }> {
  signal?.throwIfAborted()
  const { conversationIdOf } = await import('./open-embedded.ts')
  const conversationId = conversationIdOf(principal, name) as ConversationId
  const { conversations } = services.store.tenant(principal.tenantId)
  const known = await conversations.get(principal.userId, conversationId)
  const now = systemClock.now()
  const { runId } = await services.engine.startRun({
    ...{ principal, conversationId, text },
    ...(!known && {
      newConversation: {
        ...{ id: conversationId, userId: principal.userId, title: text.slice(0, 80) },
        ...{ agentId: null, session: emptySession, headSeq: 0, createdAt: now, updatedAt: now },
      },
    }),
  })
  return { conversationId, runId, after: known?.headSeq ?? 0 }
}

import type { WireEvent } from '@repertoire/protocol'
import {
  type ApprovalQuestion,
  approvalIdOf,
  type EmbeddedAgent,
  recordAnswer,
} from './answer-questions.ts'
import { checkCall } from './check-arguments.ts'
import type {
  ApprovalAnswer,
  AskOptions,
  EmbeddedPerson,
  RepertoireOptions,
  ResumeOptions,
} from './repertoire-options.ts'
import { ask, cancel, resume } from './turns.ts'

/** An event of a turn: `text_delta`, `tool_started`, `approval_required`, `run_completed` and others, each with its `data`. */
export type RepertoireEvent = WireEvent

/** What a program does for one person. */
export interface UserRepertoire {
  /** The events of one turn, to its end. Leaving the loop before it cancels the turn. */
  ask(text: string, options?: AskOptions): AsyncGenerator<RepertoireEvent, void>
  /**
   * The events of the turn that is open in this conversation, from its beginning to its end, with the questions that still wait
   * for an answer: of a turn that an earlier process began. Nothing where none is open. Leaving the loop before the end cancels the
   * turn.
   */
  resume(conversation: string, options?: ResumeOptions): AsyncGenerator<RepertoireEvent, void>
  /** Cancels the turn that is open in this conversation; false where none is. */
  cancel(conversation: string): Promise<boolean>
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
      checkCall(embedded, 'as', { person })
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
    resume: (conversation, options) => resume(agent, conversation, options),
    cancel: (conversation) => cancel(agent.embedded, conversation),
    answer: async (question, given) => {
      checkCall(agent.embedded, 'answer', { question })
      await recordAnswer(agent.embedded, approvalIdOf(question), given)
    },
  }
  agents.set(repertoire, agent)
  return repertoire
}

const agents = new WeakMap<UserRepertoire, EmbeddedAgent>()

/** What adapters to other frameworks work with. */
export function agentOf(repertoire: UserRepertoire): EmbeddedAgent {
  const agent = agents.get(repertoire)
  if (!agent) throw new TypeError('Only createRepertoire makes one.')
  return agent
}

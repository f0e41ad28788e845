import type { Run } from '../../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import type { SessionState } from '../../domain/session-state.ts'
import type { LogBatch } from '../../ports/conversations.ts'
import type { AgentPorts, AgentTurn } from './agent-ports.ts'
import { createRunView, type RunView } from './run-view.ts'

/** A run's view of its conversation, updated by its own appends. */
export interface Journal {
  readonly run: Run
  readonly events: readonly LoggedEvent[]
  /** What the events say of this run. */
  readonly view: RunView
  readonly session: SessionState
  /**
   * Appends one atomic batch. Throws `conversation.moved-on` when another writer has appended since this
   * journal was opened; then nothing is written.
   */
  append(
    events: readonly ConversationEvent[],
    change?: Pick<
      LogBatch,
      'session' | 'approvals' | 'files' | 'skillsUsed' | 'memoryChange' | 'grantUse'
    > & {
      readonly run?: RunChange
    },
  ): Promise<void>
}

type RunChange = Omit<NonNullable<LogBatch['run']>, 'id'>

/** Null when the conversation or the run does not exist. */
export async function openJournal(ports: AgentPorts, turn: AgentTurn): Promise<Journal | null> {
  const { conversations } = ports.store
  const conversation = await conversations.get(turn.userId, turn.conversationId)
  const run = await conversations.run(turn.userId, turn.runId)
  if (!conversation || !run) return null
  const events = await ports.logs.read(ports.store, conversation)
  let { session } = conversation
  return {
    run,
    events,
    view: createRunView(events, run.id),
    get session() {
      return session
    },
    append: async (added, { run: runChange, ...change } = {}) => {
      const at = ports.clock.now()
      const expectedSeq = events.length
      const { traceId } = run
      const batch = { expectedSeq, runId: run.id, traceId, events: added, ...change }
      const withRun = runChange ? { ...batch, run: { ...runChange, id: run.id } } : batch
      await conversations.append(turn.conversationId, withRun, at)
      for (const event of added) {
        events.push({ seq: events.length + 1, runId: run.id, traceId, at, event })
      }
      session = change.session ?? session
    },
  }
}

/** The journal of a sub-agent: each event it appends carries the id of the call it answers. */
export function forkJournal(journal: Journal, fork: string): Journal {
  return {
    run: journal.run,
    events: journal.events,
    view: journal.view,
    get session() {
      return journal.session
    },
    append: (events, change) =>
      journal.append(
        events.map((event) => ({ ...event, fork })),
        change,
      ),
  }
}

import type { EventPage, WireEvent } from '@repertoire/protocol'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { refreshInbox } from '../../shared/queries/inbox-queries.ts'
import { refreshMemories } from '../memories/memory-queries.ts'
import { type ConversationView, emptyView } from './conversation-view.ts'
import { refreshFiles } from './files/conversation-files.ts'
import { applyEvent } from './fold-conversation.ts'
import { followEvents } from './follow-events.ts'

export type Connection = 'loading' | 'live' | 'reconnecting' | 'failed'

export interface LiveConversation {
  readonly view: ConversationView
  readonly connection: Connection
  /** Why the log could not be read; only when `failed`. */
  readonly error: unknown
  readonly retry: () => void
}

/** Reads a conversation's log, then follows it. */
export function useConversation(id: string): LiveConversation {
  const [view, dispatch] = useReducer(applyAll, emptyView)
  const [connection, setConnection] = useState<Connection>('loading')
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what starts another try
  useEffect(() => {
    const abort = new AbortController()
    let stop = () => {}
    const fail = (failure: unknown) => {
      setError(failure)
      setConnection('failed')
    }
    dispatch('clear')
    setConnection('loading')
    readLog(id, abort.signal).then(
      (events) => {
        if (abort.signal.aborted) return
        dispatch(events)
        setConnection('live')
        // A fast agent asks before the page has begun to listen.
        const asked = events.findLast(({ event }) => event.startsWith('approval_'))
        if (asked) refreshOthers(id, asked)
        stop = follow(id, events.at(-1)?.id ?? 0, { dispatch, setConnection, fail })
      },
      (failure: unknown) => !abort.signal.aborted && fail(failure),
    )
    return () => {
      abort.abort()
      stop()
    }
  }, [id, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { view, connection, error, retry }
}

async function readLog(id: string, signal: AbortSignal): Promise<WireEvent[]> {
  const events: WireEvent[] = []
  let after: number | null = 0
  while (after !== null && !signal.aborted) {
    const page: EventPage = await api.conversations.eventPage(id, { after, limit: 200 })
    events.push(...page.events)
    after = page.next_after
  }
  return events
}

interface Sinks {
  readonly dispatch: (events: readonly WireEvent[]) => void
  readonly setConnection: (connection: Connection) => void
  readonly fail: (error: unknown) => void
}

/** Events that arrive within one frame are applied together, so that fast streams stay smooth. */
function follow(id: string, after: number, { dispatch, setConnection, fail }: Sinks): () => void {
  let waiting: WireEvent[] = []
  let frame = 0
  const stop = followEvents(id, {
    after,
    onRefused: fail,
    onConnection: (live) => setConnection(live ? 'live' : 'reconnecting'),
    onEvent: (event) => {
      waiting.push(event)
      refreshOthers(id, event)
      if (frame) return
      frame = requestAnimationFrame(() => {
        frame = 0
        const events = waiting
        waiting = []
        dispatch(events)
      })
    },
  })
  return () => {
    stop()
    cancelAnimationFrame(frame)
  }
}

/** Tools that change the conversation's files. */
const fileTools: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'run_skill_script',
  'run_command',
])

/** Tools that change the library; enable and disable do where they are document B's. */
const skillTools: ReadonlySet<string> = new Set([
  'create_skill',
  'update_skill',
  'delete_skill',
  'enable_skill',
  'disable_skill',
  'save_skill',
])

/** Which skills take how much room of the conversation. */
const changesSkills: ReadonlySet<WireEvent['event']> = new Set([
  'approval_required',
  'skills_state_changed',
  'skill_used',
  'context_trimmed',
  'run_failed',
])

/** What other parts of the page show and this event has changed. */
function refreshOthers(id: string, { event, data }: WireEvent): void {
  if (event === 'tool_completed' && data.name === 'edit_system_prompt') void refreshMemories()
  if (event === 'tool_completed' && fileTools.has(data.name)) void refreshFiles(id)
  if (event === 'tool_completed' && skillTools.has(data.name)) {
    void queryClient.invalidateQueries({ queryKey: ['skills'] })
  }
  if (event === 'approval_required' || event === 'approval_resolved') {
    void queryClient.invalidateQueries({ queryKey: ['approvals'] })
    void refreshInbox()
  }
  if (changesSkills.has(event)) {
    void queryClient.invalidateQueries({ queryKey: ['conversations', 'one', id] })
  }
  // Its title may have come from the message.
  if (event === 'message_received' || event === 'run_completed') {
    void queryClient.invalidateQueries({ queryKey: ['conversations'] })
  }
}

function applyAll(
  view: ConversationView,
  events: readonly WireEvent[] | 'clear',
): ConversationView {
  return events === 'clear' ? emptyView : events.reduce(applyEvent, view)
}

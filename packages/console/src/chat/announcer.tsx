import { plural } from '../design/numbers.ts'
import type { ConversationView } from './conversation-view.ts'

/** Tells a screen reader how much there is and who is at it: counts, never the words as they stream. */
export function Announcer({ view }: { readonly view: ConversationView }) {
  const last = view.turns.at(-1)
  const answers = view.turns.filter(({ status }) => status === 'completed').length
  const tools = last?.items.filter(({ kind }) => kind === 'tool').length ?? 0
  const state =
    last?.status === 'running'
      ? `The agent is working, ${plural(tools, 'tool call')} so far.`
      : last?.status === 'waiting'
        ? 'The agent waits for your approval.'
        : `${plural(answers, 'answer')} in this conversation.`
  return (
    <p role="status" className="sr-only">
      {last ? state : ''}
    </p>
  )
}

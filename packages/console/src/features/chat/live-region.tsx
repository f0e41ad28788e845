import { plural } from '../../shared/design/numbers.ts'
import { type AgentView, type ConversationView, workingFork } from './conversation-view.ts'

/** Tells a screen reader how much there is and who is at it: counts, never the words as they stream. */
export function LiveRegion({ view }: { readonly view: ConversationView }) {
  const last = view.turns.at(-1)
  const answers = view.turns.filter(({ status }) => status === 'completed').length
  const tools = last ? toolCalls(last) : 0
  const who = last && workingFork(last) ? 'A sub-agent' : 'The agent'
  const state =
    last?.status === 'running'
      ? `${who} is working, ${plural(tools, 'tool call')} so far.`
      : last?.status === 'waiting'
        ? 'The agent waits for your answer.'
        : `${plural(answers, 'answer')} in this conversation.`
  return (
    <p role="status" className="sr-only">
      {last ? state : ''}
    </p>
  )
}

function toolCalls({ items }: AgentView): number {
  return items.reduce(
    (sum, item) => sum + (item.kind === 'tool' ? 1 + (item.fork ? toolCalls(item.fork) : 0) : 0),
    0,
  )
}

import type { AgentView, ConversationView } from './conversation-view.ts'

/**
 * The main agent's list of things to do as it stands, over all turns; empty when there is none, and when all
 * of it was done before this turn.
 */
export function latestTodo({ turns }: ConversationView): AgentView['todo'] {
  const turn = turns.findLast(({ events }) =>
    events.some(({ event, data }) => event === 'todo_changed' && data.fork === undefined),
  )
  const items = turn?.todo ?? []
  const over = turn !== turns.at(-1) && items.every(({ status }) => status === 'done')
  return over ? [] : items
}

import type { WireEvent } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { emptyView } from './conversation-view.ts'
import { applyEvent } from './fold-conversation.ts'
import { latestTodo } from './latest-todo.ts'

const foldConversation = (events: readonly WireEvent[]) => events.reduce(applyEvent, emptyView)

const context = { run_id: 'run_1', trace_id: 't', at: '2026-11-01T10:00:00.000Z' }

function says(id: number): WireEvent {
  const data = { ...context, message_id: `m${id}`, text: 'go', user_id: 'u' }
  return { id, event: 'message_received', data }
}

function notes(id: number, text: string, status: 'open' | 'done', fork?: string): WireEvent {
  const data = { ...context, items: [{ text, status }] }
  return { id, event: 'todo_changed', data: fork === undefined ? data : { ...data, fork } }
}

const listOf = (...events: WireEvent[]) => latestTodo(foldConversation(events))

describe('latestTodo', () => {
  it('an unfinished list stands on in the turns after it', () => {
    const items = [{ text: 'Fix', status: 'open' }]
    expect(listOf(says(1), notes(2, 'Fix', 'open'), says(3))).toEqual(items)
  })

  it('a finished list stands until the next turn', () => {
    const finished = [says(1), notes(2, 'Fix', 'done')]
    expect(listOf(...finished)).toEqual([{ text: 'Fix', status: 'done' }])
    expect(listOf(...finished, says(3))).toEqual([])
  })

  it('D6: what a sub-agent notes is not the agent’s list', () => {
    expect(
      listOf(says(1), notes(2, 'Fix', 'open'), says(3), notes(4, 'Sub', 'open', 'c1')),
    ).toEqual([{ text: 'Fix', status: 'open' }])
    expect(listOf(says(1))).toEqual([])
  })
})

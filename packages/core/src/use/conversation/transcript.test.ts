import { expect, it } from 'vitest'
import type { RunId, UserId } from '../../base/ids.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import { foldTranscript } from './transcript.ts'

const runId = 'run_1' as RunId
const usage = { inputTokens: 1, outputTokens: 1 }

function logged(events: readonly ConversationEvent[]): readonly LoggedEvent[] {
  return events.map((event, index) => ({ seq: index + 1, runId, traceId: 't', at: 0, event }))
}

const said = (text: string): ConversationEvent => {
  return { type: 'message-received', messageId: 'm', text, userId: 'usr_1' as UserId }
}
const called = (id: string): readonly ConversationEvent[] => [
  {
    type: 'step-completed',
    step: 1,
    text: '',
    toolCalls: [{ id, name: 'look', input: {} }],
    usage,
  },
  {
    type: 'tool-completed',
    callId: id,
    name: 'look',
    outcome: { status: 'ok', output: 'Seen.' },
    untrusted: [],
  },
]
const summary = (throughSeq: number): ConversationEvent => {
  return { type: 'context-summarised', throughSeq, text: 'Notes.', usage }
}

it('a model knows what it had said when its answer broke off', () => {
  const events: readonly ConversationEvent[] = [
    said('Explain it.'),
    { type: 'step-interrupted', step: 1, text: 'First, look at the' },
    { type: 'run-cancelled', by: 'usr_1' as UserId },
    said('Go on.'),
  ]
  expect(foldTranscript(logged(events)).messages).toEqual([
    { role: 'user', text: 'Explain it.' },
    { role: 'assistant', text: 'First, look at the', toolCalls: [] },
    { role: 'user', text: 'Go on.' },
  ])
})

it.each(['What is this?', '<conversation_summary>\nWhat is this?'])(
  'C7: a message that is still being answered stays verbatim: %j',
  (question) => {
    const once = [said('Earlier.'), said(question), ...called('c1'), ...called('c2'), summary(4)]
    const again = [...once, ...called('c3'), summary(9)]
    for (const events of [once, again]) {
      const { messages } = foldTranscript(logged(events))
      expect(messages.slice(0, 2)).toEqual([
        { role: 'user', text: expect.stringContaining('Notes.') },
        { role: 'user', text: question },
      ])
      expect(messages.filter(({ role }) => role === 'user')).toHaveLength(2)
    }
  },
)

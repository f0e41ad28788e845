import type { TraceItemBody, WireEvent } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { sampleSpan } from './sample-span.ts'
import { callBefore, spanContents } from './span-contents.ts'

const at = '2026-01-01T00:00:00.000Z'
const context = { run_id: 'run_1', trace_id: 't', at }
const used = {
  usage: { input_tokens: 1, output_tokens: 1, cached_tokens: null },
  ...{ duration_ms: 1, cost: null },
}
const call = (id: string) => ({ id, name: 'look_up', input: { word: id } })
const events: readonly WireEvent[] = [
  {
    ...{ id: 1, event: 'message_received' },
    data: { ...context, message_id: 'm', text: 'Help me', user_id: 'u' },
  },
  {
    ...{ id: 3, event: 'step_completed' },
    data: { ...context, step: 1, text: 'Let me look', tool_calls: [call('a')], ...used },
  },
  { id: 4, event: 'tool_started', data: { ...context, call: call('a') } },
  {
    ...{ id: 5, event: 'tool_completed' },
    data: {
      ...context,
      call_id: 'x',
      name: 'inner',
      outcome: { status: 'ok', output: 'i' },
      fork: 'a',
    },
  },
  {
    ...{ id: 6, event: 'tool_completed' },
    data: { ...context, call_id: 'a', name: 'look_up', outcome: { status: 'ok', output: 'Found' } },
  },
  {
    id: 8,
    event: 'step_completed',
    data: { ...context, step: 2, text: 'Done', tool_calls: [], ...used },
  },
]
const items = (run_id: string): readonly TraceItemBody[] =>
  events.map(
    (event) => ({ at, kind: 'event', conversation_id: 'c', run_id, event }) as TraceItemBody,
  )
const model = (id: string, first_event: number, last_event: number) =>
  sampleSpan({ id, parent_id: 'run_1', kind: 'model', first_event, last_event })
const [first, second] = [model('one', 2, 3), model('two', 7, 8)]
const tool = sampleSpan({ id: 'call', parent_id: 'run_1', kind: 'tool', call_id: 'a' })
const spans = [sampleSpan({ id: 'run_1' }), first, tool, second]

describe('what went into a step and came out', () => {
  const of = (span: typeof first, run = 'run_1') => spanContents(span, { spans, items: items(run) })

  it('E9: a model call is given what is new since the one before, without what a sub-agent read', () => {
    expect(of(first).input).toEqual([{ label: 'Message', text: 'Help me' }])
    expect(of(second).input).toEqual([{ label: 'Result of look_up', text: 'Found' }])
    expect(of(first).output).toEqual([
      { label: 'Answer', text: 'Let me look' },
      { label: 'Calls look_up', text: '{\n  "word": "a"\n}' },
    ])
  })

  it('E9: a tool call has its arguments and its result', () => {
    expect(of(tool)).toEqual({
      input: [{ label: 'look_up', text: '{\n  "word": "a"\n}' }],
      output: [{ label: 'Result of look_up', text: 'Found' }],
    })
  })

  it('E9: takes nothing from another turn, whose events have the same numbers', () => {
    expect(of(tool, 'run_2')).toEqual({ input: [], output: [] })
  })

  it('E9: compares with the call before of the same agent', () => {
    expect(callBefore(second, spans)?.id).toBe('one')
    expect(callBefore(first, spans)).toBeUndefined()
  })
})

import type { TraceItemBody, WireEvent } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { sampleModelCall } from '../chat/sample-model-call.ts'
import { wordsOf } from './item-labels.ts'

const context = { run_id: 'run_1', trace_id: 't', at: '2026-01-01T00:00:00.000Z' }

function labelOf(event: string, data: object) {
  const wire = { id: 1, event, data: { ...context, ...data } } as unknown as WireEvent
  return wordsOf({
    ...{ kind: 'event', at: context.at, conversation_id: 'cnv_1', run_id: 'run_1' },
    event: wire,
  } as TraceItemBody)
}

describe('what happened, in words', () => {
  it('E9: says what a model call asked for, also where it wrote nothing', () => {
    const tool_calls = [{ id: 'c', name: 'activate_skills', input: {} }]
    const answer = { step: 1, text: '', tool_calls, ...sampleModelCall(12, 3) }
    expect(labelOf('step_completed', answer)).toEqual({
      what: 'Answer of model call 1',
      detail: 'Calls activate_skills\n12 tokens in, 3 out, cost unknown',
    })
  })

  it('E9: says which skills were offered and what was asked, not only that it was', () => {
    const entry = { slug: 'swap', score: 30, reasons: ['kw:swap'] }
    const routed = { entries: [entry], eligible: 4, stages: [], fits: true }
    expect(labelOf('skills_routed', routed)).toEqual({
      what: 'Skills were offered',
      detail: 'Offered 1 of 4 skills: swap (30, its keyword “swap”)',
    })
    expect(labelOf('approval_required', { type: 'tool_call', call: { tool: 'pay' } })).toEqual({
      what: 'A person was asked',
      detail: 'Asked the person whether pay may be called',
    })
  })

  it('E8: says what brought a trigger about', () => {
    const of = (key: string) => {
      const signal = { outcome: 'started', problem: null, key }
      return wordsOf({ kind: 'signal', at: context.at, signal } as unknown as TraceItemBody).detail
    }
    expect(of('now:now_1')).toBe('Run by hand')
    expect(of('key:evt_1:b')).toBe('Delivery evt_1:b')
    expect(of('at:1767225600000')).toMatch(/^Planned for .*202[56]/)
    expect(of('at:soon')).toBe('at:soon')
  })

  it('E9: marks what went wrong, and tells an event it has no words for by its name', () => {
    const problem = { code: 'c', message: 'It fell.' }
    const refused = { call_id: 'c', name: 'pay', outcome: { status: 'refused', problem } }
    expect(labelOf('tool_completed', refused)).toMatchObject({ detail: 'It fell.', wrong: true })
    expect(labelOf('run_failed', { problem }).wrong).toBe(true)
    expect(labelOf('run_completed', { text: 'x' })).toEqual({ what: 'The turn ended', detail: '' })
    expect(labelOf('moon_rose', {}).what).toBe('Moon rose')
  })
})

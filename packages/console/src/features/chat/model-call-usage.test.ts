import type { WireEvent } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { describeModelCall, turnUsage } from './model-call-usage.ts'
import { sampleModelCall } from './sample-model-call.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()
const event = (name: WireEvent['event'], second: number | null, data: object = {}) =>
  ({
    id: 1,
    event: name,
    data: { ...(second !== null && { at: at(second) }), ...data },
  }) as WireEvent
const answered = (second: number, tokens: number | null, cost: number | null) =>
  event('step_completed', second, sampleModelCall(tokens, tokens, { cost }))
const begin = event('message_received', 0)
const end = (second: number) => event('run_completed', second)

describe('what an answer took', () => {
  it('E9: adds up every model call, those of sub-agents and summaries too', () => {
    const summary = event('context_summarised', 2, sampleModelCall(50, 1, { cost: 0.25 }))
    const inFork = event('step_completed', 3, { ...sampleModelCall(3, 4, { cost: 1 }), fork: 'c' })
    const turn = [begin, answered(1, 10, 0.5), summary, inFork, end(4)]
    expect(turnUsage(turn)).toEqual({ workedMs: 4_000, tokens: 78, cost: 1.75 })
  })

  it('E9: is unknown, never too little, when that of one call is unknown', () => {
    const turn = [begin, answered(1, 10, 0.5), answered(2, null, null), end(3)]
    expect(turnUsage(turn)).toEqual({ workedMs: 3_000, tokens: null, cost: null })
  })

  it('E9: does not count the time in which a person was waited for', () => {
    // A question about a skill has no time of its own; the call before it has.
    const asked = event('approval_required', null)
    const wait = [asked, event('approval_resolved', 3_601), event('run_resumed', 3_602)]
    const turn = [begin, answered(1, 1, 1), ...wait, answered(3_603, 1, 1), end(3_604)]
    expect(turnUsage(turn)?.workedMs).toBe(4_000)
  })

  it('E9: says no time while a turn goes on, and nothing before its first answer', () => {
    expect(turnUsage([begin, answered(1, 1, 1)])?.workedMs).toBeNull()
    expect(turnUsage([begin, end(1)])).toBeNull()
  })

  it('E9: names what the provider read from its cache', () => {
    const usage = { input_tokens: 4_642, output_tokens: null, cached_tokens: 1_024 }
    expect(describeModelCall({ usage, duration_ms: null, cost: 0 })).toBe(
      '4,642 tokens in (1,024 cached), unknown out, cost 0.00',
    )
  })
})

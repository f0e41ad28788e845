import { describe, expect, it } from 'vitest'
import type { ConversationId, RunId, UserId } from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import { turnTotals } from './turn-totals.ts'

const run: Run = {
  ...{ id: 'run_1' as RunId, conversationId: 'cnv_1' as ConversationId, userId: 'usr_1' as UserId },
  ...{ role: 'owner', traceId: 't', status: 'completed', problem: null },
  ...{ startedAt: 1_000, finishedAt: 9_000 },
}
const log = (events: readonly ConversationEvent[]): LoggedEvent[] =>
  events.map((event, at) => ({ seq: at + 1, at: 1_000 + at, runId: run.id, traceId: 't', event }))
const asked = (step: number, id: string): ConversationEvent => ({
  ...{ type: 'step-started', step, promptDigest: 'x' },
  model: { label: 'M', demo: false, id },
})
const answered = (step: number, more: object = {}): ConversationEvent => ({
  ...{ type: 'step-completed', step, text: '', toolCalls: [], costNanos: 5 },
  usage: { inputTokens: 10, outputTokens: 2, cachedTokens: 0 },
  ...more,
})
const toolCalls = [{ id: 'a', name: 'look', input: {} }]

describe('what a turn took', () => {
  it('E9: is the sum of its model calls, with its models and steps', () => {
    const events = log([asked(1, 'm'), answered(1, { toolCalls }), asked(2, 'n'), answered(2)])
    expect(turnTotals(run, events)).toEqual({
      ...{ agent: null, models: ['m', 'n'], steps: 3, costNanos: 10 },
      usage: { inputTokens: 20, outputTokens: 4, cachedTokens: 0 },
    })
  })

  it('E9: is unknown, not zero, where one model call did not say', () => {
    const usage = { inputTokens: null, outputTokens: null }
    const events = log([asked(1, 'm'), answered(1), asked(2, 'm'), answered(2, { usage })])
    const totals = turnTotals(run, log([]))
    expect(totals).toMatchObject({ usage: null, costNanos: null, steps: 0 })
    expect(turnTotals(run, events).usage?.inputTokens).toBeNull()
  })
})

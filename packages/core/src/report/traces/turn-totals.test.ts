import { describe, expect, it } from 'vitest'
import type { ConversationId, RunId, UserId } from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import { foldUsage, runTotals } from '../usage/fold-usage.ts'
import { emptyUsage } from '../usage/usage-state.ts'
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

  it('is the same in the sums that the list is sorted by, wherever a number is missing', () => {
    const usage = { inputTokens: null, outputTokens: null }
    const summarising: ConversationEvent = {
      ...{ type: 'summary-started', throughSeq: 1, tokensBefore: 9 },
    }
    const summary: ConversationEvent = {
      ...{ type: 'context-summarised', text: '', throughSeq: 1, costNanos: 3 },
      usage: { inputTokens: 5, outputTokens: 1 },
    }
    for (const events of [
      [],
      [asked(1, 'm')],
      [asked(1, 'm'), answered(1, { toolCalls }), asked(2, 'n'), answered(2)],
      [asked(1, 'm'), answered(1, { usage }), asked(2, 'n'), answered(2)],
      [asked(1, 'm'), answered(1), asked(2, 'n'), answered(2, { costNanos: undefined })],
      [summarising, summary, asked(1, 'm'), answered(1)],
    ]) {
      const { steps, usage: tokens, costNanos } = turnTotals(run, log(events))
      const [folded = { runId: run.id, steps: 0, tokens: null, costNanos: null }] = runTotals(
        foldUsage(emptyUsage(null), log(events)),
      )
      const { inputTokens = null, outputTokens = null } = tokens ?? {}
      const sum = inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens
      expect(folded).toEqual({ runId: run.id, steps, tokens: sum, costNanos })
    }
  })

  it('E9: is unknown, not zero, where one model call did not say', () => {
    const usage = { inputTokens: null, outputTokens: null }
    const events = log([asked(1, 'm'), answered(1), asked(2, 'm'), answered(2, { usage })])
    const totals = turnTotals(run, log([]))
    expect(totals).toMatchObject({ usage: null, costNanos: null, steps: 0 })
    expect(turnTotals(run, events).usage?.inputTokens).toBeNull()
  })
})

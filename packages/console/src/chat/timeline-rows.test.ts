import type { WireEvent } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { timelineRows } from './timeline-rows.ts'

const done = (tokens: number): WireEvent => ({
  id: 1,
  event: 'step_completed',
  data: {
    run_id: 'run_1',
    trace_id: 'a',
    at: '2026-01-01T00:00:00.000Z',
    step: 2,
    text: '',
    tool_calls: [],
    usage: { input_tokens: tokens, output_tokens: tokens },
  },
})

it('says what a step cost, and nothing of tokens where the model does not count them', () => {
  expect(timelineRows([done(1200)], 'all')[0]?.words).toBe(
    'Step 2 done: no tool call, 1,200 tokens in, 1,200 out',
  )
  expect(timelineRows([done(0)], 'all')[0]?.words).toBe('Step 2 done: no tool call')
})

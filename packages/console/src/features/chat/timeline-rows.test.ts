import type { WireEvent } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { sampleModelCall } from './sample-model-call.ts'
import { timelineRows } from './timeline-rows.ts'

const done = (tokens: number | null): WireEvent => ({
  id: 1,
  event: 'step_completed',
  data: {
    run_id: 'run_1',
    trace_id: 'a',
    at: '2026-01-01T00:00:00.000Z',
    step: 2,
    text: '',
    tool_calls: [],
    ...sampleModelCall(tokens, tokens, { duration_ms: 1_234, cost: tokens && 0.0125 }),
  },
})

it('says what a step took, and “unknown” where the model does not count', () => {
  expect(timelineRows([done(1200)], 'all')[0]?.words).toBe(
    'Step 2 done: no tool call, 1.23 s, 1,200 tokens in, 1,200 out, cost 0.013',
  )
  expect(timelineRows([done(null)], 'all')[0]?.words).toBe(
    'Step 2 done: no tool call, 1.23 s, tokens unknown, cost unknown',
  )
})

it('D6, D7: tells a sub-agent’s events from the main agent’s, and what each is held to', () => {
  const context = { run_id: 'run_1', trace_id: 'a', at: '2026-01-01T00:00:00.000Z' }
  const skill = { id: 'skl_1', slug: 'report', name: 'Report', digest: 'd' }
  const list = { skill, allowed_tools: ['Read'], allows: ['read_file'] }
  const events: WireEvent[] = [
    {
      id: 1,
      event: 'fork_started',
      data: { ...context, ...list, call_id: 'call_1', task: 'The week' },
    },
    { id: 2, event: 'skill_used', data: { ...context, ...list, allows: [], fork: 'call_1' } },
    { id: 3, event: 'skill_used', data: { ...context, ...list, allows: null } },
  ]
  expect(timelineRows(events, 'compact').map(({ words, ofFork }) => [words, ofFork])).toEqual([
    ['A sub-agent began with report, which allows read_file only', false],
    ['Read the skill report, which allows none of the tools there are', true],
    ['Read the skill report', false],
  ])
})

it('E2, E5, E8: tells what a run was offered, what was loaded beforehand, and whose text had no room', () => {
  const context = { run_id: 'run_1', trace_id: 'a', at: '2026-01-01T00:00:00.000Z' }
  const skill = { id: 'skl_1', slug: 'trade', name: 'Trade', digest: 'd' }
  const entry = {
    ...{ id: 'skl_1', slug: 'trade', digest: 'd', score: 50, search_score: 0 },
    ...{ reasons: ['kw:buy', 'stage:decide'], slot: 'signal' as const },
  }
  const routed = {
    ...context,
    ...{ fits: true, eligible: 1200, suppressed: [], stages: ['decide'], asset_classes: [] },
  }
  const budget = { budget_chars: 12_000, used_chars: 11_000 }
  const problem = { code: 'skill.not-found', message: 'There is none.' }
  const events: WireEvent[] = [
    { id: 1, event: 'skills_routed', data: { ...routed, entries: [entry] } },
    { id: 2, event: 'skills_routed', data: { ...routed, entries: [], stages: [], eligible: 1 } },
    {
      id: 3,
      event: 'skills_preloaded',
      data: { ...context, skills: [skill], refused: [{ slug: 'gone', problem }] },
    },
    { id: 4, event: 'skill_bodies_shed', data: { ...context, ...budget, skills: [skill] } },
    { id: 5, event: 'skill_bodies_restored', data: { ...context, ...budget, skills: [skill] } },
  ]
  expect(timelineRows(events, 'compact').map(({ words }) => words)).toEqual([
    'Offered 1 of 1,200 skills for decide: trade (50, its keyword “buy”, the stage decide)',
    'Offered 0 of 1 skill',
    'Loaded trade beforehand; did not load gone: There is none.',
    'No room for the text of trade: 11,000 of 12,000 characters are in use',
    'The text of trade is in the prompt again',
  ])
})

it('tells which skills are no longer available, and why', () => {
  const skill = { id: 'skl_1', slug: 'report', name: 'Report', digest: 'd' }
  const event: WireEvent = {
    id: 1,
    event: 'skills_state_changed',
    data: {
      ...{ enabled_skills: [], budget_used_chars: 0, budget_max_chars: 100 },
      withdrawn: [
        { ...skill, reason: 'revoked' },
        { ...skill, slug: 'other', reason: 'archived' },
      ],
    },
  }
  expect(timelineRows([event], 'compact')[0]?.words).toBe(
    'report is no longer available: revoked. other is no longer available: archived. Budget 0 of 100, 0 active skills',
  )
})

it('A4: tells which skills left because the budget was lowered', () => {
  const skill = { id: 'skl_1', slug: 'report', name: 'Report', digest: 'd' }
  const event: WireEvent = {
    id: 1,
    event: 'skills_state_changed',
    data: {
      ...{ enabled_skills: [], budget_used_chars: 0, budget_max_chars: 100 },
      left_over_budget: [skill],
    },
  }
  expect(timelineRows([event], 'all')[0]?.words).toBe(
    'report left, because the budget was lowered. Budget 0 of 100, 0 active skills',
  )
})

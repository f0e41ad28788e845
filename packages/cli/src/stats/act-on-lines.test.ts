import type { ActOnBody } from '@repertoire/client'
import { expect, it } from 'vitest'
import { actOnLines } from './act-on-lines.ts'

const rate = { rate: 1, low: 0.7, high: 1, too_few: false }
const models = {
  ...{ model_before: 'Small', model_after: 'Large', pairs: 10, verdict: 'worse' as const },
  ...{ before: { count: 10, n: 10, ...rate }, after: { count: 1, n: 10, ...rate } },
  ...{ difference: -0.9, low: -1, high: -0.5 },
}
const skill = { skill_id: 'skl_1', slug: 'brief', count: 9, of: 10, models }
const actOn: ActOnBody = {
  ...{ from: '2026-05-01', to: '2026-05-07', scope: 'own', truncated: false },
  entries: [{ kind: 'worse_with_model', total: 2, skills: [skill] }],
  retest: {
    ...{ agent_id: null, requested_at: '', ended_at: '', end: 'over-cost', untried: 3 },
    ...{ spent: 1, max_cost: 2 },
    skills: [
      {
        ...{ skill_id: 'skl_2', slug: 'other', problem: null },
        models: { ...models, pairs: 3, verdict: 'too-few' },
      },
    ],
  },
}

it('says what got worse with its interval, that a ceiling stopped it, and what too few pairs do not say', () => {
  expect(actOnLines(actOn)).toEqual([
    'worse_with_model  brief  worse: 10 of 10 → 1 of 10 passes with Large, -90 points (-100 to -50, 10 pairs)',
    'worse_with_model  and 1 more',
    'tests after a change of model  stopped at its cost ceiling, cost 1 of at most 2, 3 skills not tried',
    '  other  too few to say: 10 of 10 → 1 of 10 passes with Large (3 pairs)',
  ])
  expect(actOnLines({ ...actOn, entries: [], retest: null })).toEqual([
    'Nothing stands out in these days.',
  ])
})

import { expect, it } from 'vitest'
import type { OutcomeRetestId, RevisionDigest, SkillId } from '../../base/ids.ts'
import { type OutcomeRetest, supersededResult } from '../../domain/outcome-retest.ts'
import { retestCostOn } from './retest-cost.ts'

const day = 86_400_000
const now = 9 * day + 5

const retest = (id: string, endedAt: number | null): OutcomeRetest => ({
  ...{ id: id as OutcomeRetestId, agentId: null, before: 'a', after: 'b', requestedAt: 0 },
  result: endedAt === null ? null : supersededResult(endedAt),
})
const trial = (costNanos: number | null) => ({
  ...{ skillId: 's' as SkillId, digest: 'sha256:1' as RevisionDigest, side: 'before' as const },
  ...{ caseId: '1', trial: 1, status: 'passed' as const, costNanos },
})
const spent = (retests: readonly OutcomeRetest[], costs: Record<string, (number | null)[]>) =>
  retestCostOn(
    {
      outcomeRetests: {
        list: async () => retests,
        trials: async (id) => (costs[id] ?? []).map(trial),
      },
    },
    now,
  )

it('counts what ended today, also what was superseded, and neither yesterday nor what still runs', async () => {
  const retests = [retest('runs', null), retest('today', now), retest('yesterday', 9 * day - 1)]
  expect(await spent(retests, { runs: [100], today: [3, 4], yesterday: [50] })).toBe(7)
})

it('what nobody can count is unknown, not zero, and the next day begins anew', async () => {
  expect(await spent([retest('today', now)], { today: [3, null] })).toBeNull()
  expect(await spent([retest('yesterday', now - day)], { yesterday: [3, null] })).toBe(0)
})

import type { AgentId, OutcomeRetestId, RevisionDigest, SkillId } from '@repertoire/core/base'
import {
  type OutcomeRetest,
  type RetestResult,
  type RetestTrial,
  supersededResult,
} from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { forEveryStore, type StoreFixture } from './store-fixture.ts'

const newRetest = (fixture: StoreFixture, more: Partial<OutcomeRetest> = {}): OutcomeRetest => ({
  ...{ id: fixture.id('ort') as OutcomeRetestId, agentId: null, before: null, after: 'large' },
  ...{ requestedAt: 1, result: null },
  ...more,
})
const trial: RetestTrial = {
  ...{ skillId: 'skl_1' as SkillId, digest: 'sha256:1' as RevisionDigest, side: 'before' },
  ...{ caseId: 'é', trial: 1, status: 'passed', costNanos: null },
}
const result: RetestResult = {
  ...{ end: 'over-cost', endedAt: 7, spentNanos: 5_000_000_000, maxCostNanos: 6_000_000_000 },
  ...{ labels: { before: 'Small', after: 'Large' }, skills: [], untried: 2 },
}
const claim = { owner: 'one', until: 100, now: 10 }

forEveryStore('outcome retests', (fixture) => {
  test('the oldest is worked on by one process at a time, until its claim is over', async () => {
    const { outcomeRetests: retests } = await fixture.tenant()
    expect(await retests.claim(claim)).toBeNull()
    const first = newRetest(fixture)
    const second = newRetest(fixture, { agentId: 'agt_1' as AgentId, requestedAt: 2 })
    await retests.create(second)
    await retests.create(first)
    expect(await retests.claim(claim)).toEqual(first)
    expect(await retests.claim({ ...claim, owner: 'two' })).toBeNull()
    expect(await retests.renew(first.id, { owner: 'two', until: 200 })).toBe(false)
    expect(await retests.renew(first.id, { owner: 'one', until: 200 })).toBe(true)
    expect(await retests.claim({ owner: 'two', until: 300, now: 150 })).toBeNull()
    expect(await retests.claim({ owner: 'two', until: 300, now: 200 })).toEqual(first)
    expect(await retests.finish(first.id, 'one', result)).toBe(false)
    expect(await retests.finish(first.id, 'two', result)).toBe(true)
    expect(await retests.finish(first.id, 'two', result)).toBe(false)
    expect(await retests.list(9)).toEqual([second, { ...first, result }])
    expect(await retests.list(1)).toEqual([second])
    expect(await retests.claim(claim)).toEqual(second)
  })

  test('a later change of the same model supersedes what waits or runs', async () => {
    const { outcomeRetests: retests } = await fixture.tenant()
    const [first, later] = [newRetest(fixture), newRetest(fixture, { requestedAt: 5 })]
    const ofAgent = newRetest(fixture, { agentId: 'agt_1' as AgentId, requestedAt: 2 })
    for (const one of [first, ofAgent]) await retests.create(one)
    await retests.claim(claim)
    await retests.create(later)
    expect(await retests.renew(first.id, claim)).toBe(false)
    expect(await retests.finish(first.id, claim.owner, result)).toBe(false)
    expect(await retests.open(null)).toEqual(later)
    expect(await retests.open(ofAgent.agentId)).toEqual(ofAgent)
    expect((await retests.list(9)).at(-1)).toEqual({ ...first, result: supersededResult(5) })
  })

  test('the same trial counts once, and the last one stays', async () => {
    const { outcomeRetests: retests } = await fixture.tenant()
    const one = newRetest(fixture)
    await retests.create(one)
    await retests.addTrial(one.id, { ...trial, status: 'error' })
    await retests.addTrial(one.id, trial)
    await retests.addTrial(one.id, { ...trial, side: 'after', costNanos: 5_000_000_000 })
    expect(await retests.trials(one.id)).toHaveLength(2)
    expect(await retests.trials(one.id)).toContainEqual(trial)
    await retests.addTrial('ort_none' as OutcomeRetestId, trial)
    expect(await retests.trials('ort_none' as OutcomeRetestId)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import type { RetestTrial } from '../../domain/outcome-retest.ts'
import { compareModels, modelDifference, retestTrialsPerCase } from './compare-models.ts'

const skill = { skillId: 'skl_1' as SkillId, digest: 'sha256:1' as RevisionDigest }
type Status = RetestTrial['status']

function trials(side: RetestTrial['side'], statuses: readonly Status[]): readonly RetestTrial[] {
  return statuses.map((status, at) => ({
    ...{ ...skill, side, caseId: '1', trial: at + 1, status, costNanos: 1 },
  }))
}

const passes = (count: number, of: number): readonly Status[] =>
  Array.from({ length: of }, (_, at) => (at < count ? 'passed' : 'failed'))

const compare = (before: readonly Status[], after: readonly Status[]) =>
  compareModels(skill, [...trials('before', before), ...trials('after', after)])

describe('two models by the same tests', () => {
  it('one that gets worse is found, in pairs', () => {
    const compared = compare(passes(10, 10), passes(1, 10))
    const counts = { before: { count: 10, n: 10 }, after: { count: 1, n: 10 } }
    expect(compared).toMatchObject({ ...counts, pairs: 10, onlyBefore: 9, onlyAfter: 0 })
    expect(modelDifference(compared)).toMatchObject({ difference: -0.9, verdict: 'worse' })
  })

  it('one that does as well is not', () => {
    const compared = compare(passes(9, 10), passes(8, 10))
    expect(modelDifference(compared).verdict).toBe('no-difference-shown')
  })

  it('three pairs are too few to say, whatever they say', () => {
    expect(modelDifference(compare(passes(3, 3), passes(0, 3))).verdict).toBe('too-few')
  })

  it('what was not decided, or is of another content, is in no pair', () => {
    const [failed] = trials('after', ['failed'])
    if (!failed) throw new Error('no trial')
    const other = { ...failed, trial: 2, digest: 'sha256:2' as RevisionDigest }
    const undecided = { ...failed, trial: 3, status: 'error' } as const
    const all = [...trials('before', passes(3, 3)), failed, other, undecided]
    const counts = { before: { count: 3, n: 3 }, after: { count: 0, n: 1 }, pairs: 1 }
    expect(compareModels(skill, all)).toMatchObject(counts)
  })

  it.each([
    [0, 3],
    [1, 10],
    [3, 4],
    [50, 3],
  ])('%i cases are tried %i times with each model', (cases, times) => {
    expect(retestTrialsPerCase(cases)).toBe(times)
  })
})

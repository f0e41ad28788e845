import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import type { RetestedSkill, RetestSide, RetestTrial } from '../../domain/outcome-retest.ts'
import { minSample } from '../usage/rate.ts'
import { pairedDifference } from './compare-arms.ts'

const [minTrials, maxTrials] = [3, 10]

/** How often each case is tried with each model: enough pairs to say something, where that is affordable. Pure. */
export function retestTrialsPerCase(cases: number): number {
  const wanted = cases === 0 ? 0 : Math.ceil(minSample / cases)
  return Math.min(maxTrials, Math.max(minTrials, wanted))
}

/** How the trials of a content went with both models, in pairs of the same case and round. Pure. */
export function compareModels(
  { skillId, digest }: { readonly skillId: SkillId; readonly digest: RevisionDigest },
  trials: readonly RetestTrial[],
): RetestedSkill {
  const decided = trials.filter(
    (one) => one.skillId === skillId && one.digest === digest && isDecided(one),
  )
  const countOf = (side: RetestSide) => {
    const ofSide = decided.filter((one) => one.side === side)
    return { count: ofSide.filter(hasPassed).length, n: ofSide.length }
  }
  const befores = new Map(
    decided.filter(({ side }) => side === 'before').map((one) => [pairKey(one), hasPassed(one)]),
  )
  const pairs = decided.flatMap((one) => {
    const before = one.side === 'after' ? befores.get(pairKey(one)) : undefined
    return before === undefined ? [] : [{ before, after: hasPassed(one) }]
  })
  return {
    ...{ skillId, digest, before: countOf('before'), after: countOf('after'), problem: null },
    pairs: pairs.length,
    onlyBefore: pairs.filter(({ before, after }) => before && !after).length,
    onlyAfter: pairs.filter(({ before, after }) => after && !before).length,
  }
}

/** How much more often the same cases pass with the model after the change than with the one before. Pure. */
export function modelDifference({ pairs, onlyBefore, onlyAfter }: RetestedSkill) {
  return pairedDifference({ pairs, onlyWith: onlyAfter, onlyAgainst: onlyBefore })
}

function isDecided({ status }: RetestTrial): boolean {
  return status === 'passed' || status === 'failed'
}

function hasPassed({ status }: RetestTrial): boolean {
  return status === 'passed'
}

function pairKey({ caseId, trial }: RetestTrial): string {
  return JSON.stringify([caseId, trial])
}

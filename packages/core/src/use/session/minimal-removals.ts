import type { ActiveSkill } from '../../domain/session-state.ts'

/** Above this number of skills the search is no longer exhaustive. */
const maxExhaustiveSkills = 12
const maxSuggestions = 3

/**
 * Sets of active skills that free at least `needed` characters when deactivated: at most three, fewest
 * skills first, then fewest characters. Each set is minimal. Empty when even all skills together are not
 * enough.
 */
export function minimalRemovals(
  active: readonly ActiveSkill[],
  needed: number,
): readonly (readonly ActiveSkill[])[] {
  if (needed <= 0) return []
  const largestFirst = active
    .filter((skill) => skill.contentLength > 0)
    .sort((a, b) => b.contentLength - a.contentLength)
  if (total(largestFirst) < needed) return []
  const candidates = largestFirst.slice(0, maxExhaustiveSkills)
  if (total(candidates) < needed) return [greedySet(largestFirst, needed)]
  return minimalSets(candidates, needed).slice(0, maxSuggestions)
}

function minimalSets(
  candidates: readonly ActiveSkill[],
  needed: number,
): (readonly ActiveSkill[])[] {
  const sets: (readonly ActiveSkill[])[] = []
  for (let mask = 1; mask < 1 << candidates.length; mask += 1) {
    const set = candidates.filter((_, index) => mask & (1 << index))
    const freed = total(set)
    const smallest = Math.min(...set.map((skill) => skill.contentLength))
    if (freed >= needed && freed - smallest < needed) sets.push(set)
  }
  return sets.sort((a, b) => a.length - b.length || total(a) - total(b))
}

function greedySet(largestFirst: readonly ActiveSkill[], needed: number): readonly ActiveSkill[] {
  let freed = 0
  const set: ActiveSkill[] = []
  for (const skill of largestFirst) {
    if (freed >= needed) break
    set.push(skill)
    freed += skill.contentLength
  }
  return set
}

function total(skills: readonly ActiveSkill[]): number {
  return skills.reduce((sum, skill) => sum + skill.contentLength, 0)
}

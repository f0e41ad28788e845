import type { RoutingSettings } from '../../domain/routing-settings.ts'
import { isSample } from '../../domain/sample.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillRouting } from './skill-routing.ts'

/** A skill in the catalogue of a turn, with its reasons. */
export interface CatalogueEntry {
  readonly skill: Skill
  readonly routing: SkillRouting
  readonly score: number
  readonly fallback: number
  /** Search score for the message; 0 without a hit. */
  readonly searchScore: number
  /** As in SkillScore; `search`, or `fallback:50` without another reason. */
  readonly reasons: readonly string[]
  readonly slot: 'signal' | 'search' | 'fallback'
}

type SlotSettings = Pick<RoutingSettings, 'signalSlots' | 'searchSlots' | 'searchBreaksTies'>

/**
 * The entries of a catalogue, from candidates in ranked order: the top ones by score in the signal slots, then the top
 * ones by search in the search slots. Slots that one half leaves empty go to the other, then to the remaining skills in
 * ranked order. A half with no slots of its own gets none. Samples come after all other skills that fit, and before
 * those that do not. Pure.
 */
export function fillSlots(
  candidates: readonly CatalogueEntry[],
  settings: SlotSettings,
): readonly CatalogueEntry[] {
  const samples = candidates.filter(({ skill }) => isSample(skill))
  const own = without(candidates, samples)
  const all = [...filled(own, settings), ...filled(samples, settings)]
  const ordered = [
    ...all.filter(({ slot }) => slot !== 'fallback'),
    ...all.filter(({ slot }) => slot === 'fallback'),
  ]
  return ordered.slice(0, settings.signalSlots + settings.searchSlots)
}

function filled(
  candidates: readonly CatalogueEntry[],
  { signalSlots, searchSlots, searchBreaksTies }: SlotSettings,
): readonly CatalogueEntry[] {
  const all = signalSlots + searchSlots
  const scored = signalSlots === 0 ? [] : candidates.filter(({ slot }) => slot === 'signal')
  const firstScored = scored.slice(0, signalSlots)
  const found = searchSlots === 0 ? [] : without(candidates, firstScored).filter(isFound)
  found.sort(bySearch)
  const firstFound = found.slice(0, searchSlots)
  const spare = all - firstScored.length - firstFound.length
  const moreScored = without(scored.slice(signalSlots), firstFound).slice(0, spare)
  const signal = [...firstScored, ...moreScored]
  const search = without(found, moreScored).slice(0, all - signal.length)
  const others = signalSlots === 0 ? [] : without(candidates, [...signal, ...search])
  const rest = others.filter(({ slot }) => slot !== 'signal')
  return [
    ...signal,
    ...search.map((entry): CatalogueEntry => ({ ...entry, slot: 'search' })),
    ...(searchBreaksTies ? rest : rest.map(byPriority)).slice(
      0,
      all - signal.length - search.length,
    ),
  ]
}

function without(
  entries: readonly CatalogueEntry[],
  taken: readonly CatalogueEntry[],
): CatalogueEntry[] {
  const takenEntries = new Set(taken)
  return entries.filter((entry) => !takenEntries.has(entry))
}

function isFound({ searchScore }: CatalogueEntry): boolean {
  return searchScore > 0
}

/** Does not compare ids: the same library on another server has other ids. */
function bySearch(a: CatalogueEntry, b: CatalogueEntry): number {
  if (a.searchScore !== b.searchScore) return b.searchScore - a.searchScore
  if (a.fallback !== b.fallback) return b.fallback - a.fallback
  return a.skill.slug < b.skill.slug ? -1 : 1
}

function byPriority(entry: CatalogueEntry): CatalogueEntry {
  return { ...entry, slot: 'fallback', reasons: [`fallback:${entry.fallback}`] }
}

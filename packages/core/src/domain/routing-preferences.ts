import type { RoutingSettings } from './routing-settings.ts'
import { defaultScoreTable, type ScoreTable } from './score-table.ts'

/** How skills are chosen for a turn (E2), as an organisation sets it. */
export interface RoutingPreferences {
  /** Names of the vocabularies that messages are read with (E7); one that is not there says nothing. */
  readonly vocabularies: readonly string[]
  /** Lines of the catalogue for the best by the score table, and for the best by search. */
  readonly signalSlots: number
  readonly searchSlots: number
  /** Whether equal scores are ordered by how well search finds the skill; otherwise by priority, then slug. */
  readonly searchBreaksTies: boolean
  /** Whether skills that name no keywords get some from their own words. */
  readonly derivedKeywords: boolean
  /** Where it is not the usual score table. */
  readonly table?: Partial<ScoreTable> | undefined
}

/** What one agent has differently from its organisation. */
export type AgentRouting = Partial<RoutingPreferences>

export const defaultRoutingPreferences: RoutingPreferences = {
  vocabularies: ['finance', 'software'],
  signalSlots: 10,
  searchSlots: 10,
  searchBreaksTies: true,
  derivedKeywords: true,
}

/** What holds for this agent: what it says itself, then its organisation, then the usual. Pure. */
export function preferencesFor(
  organisation: RoutingPreferences,
  agent: AgentRouting | null | undefined,
): RoutingPreferences {
  const said = Object.fromEntries(
    Object.entries(agent ?? {}).filter(([, value]) => value !== undefined && value !== null),
  )
  return { ...defaultRoutingPreferences, ...organisation, ...said }
}

/** The same as the router takes it. Without derived keywords they are worth nothing: the document's exact scores. Pure. */
export function settingsOf(preferences: RoutingPreferences): RoutingSettings {
  const { signalSlots, searchSlots, searchBreaksTies, derivedKeywords, table } = preferences
  const none = { derivedKeyword: 0, derivedKeywordCap: 0 }
  return {
    table: { ...defaultScoreTable, ...table, ...(!derivedKeywords && none) },
    ...{ signalSlots, searchSlots, searchBreaksTies },
  }
}

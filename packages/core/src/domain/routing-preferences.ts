import type { RoutingSettings } from './routing-settings.ts'
import { defaultScoreTable, type ScoreTable } from './score-table.ts'

/** Routing settings of an organisation. */
export interface RoutingPreferences {
  /** Names of the vocabularies for messages; unknown names are ignored. */
  readonly vocabularies: readonly string[]
  /** Catalogue lines for the best skills by score table, and by search. */
  readonly signalSlots: number
  readonly searchSlots: number
  /** As in RoutingSettings. */
  readonly searchBreaksTies: boolean
  /** Overrides of the default score table. */
  readonly table?: Partial<ScoreTable> | undefined
}

/** An agent's overrides of its organisation's preferences. */
export type AgentRouting = Partial<RoutingPreferences>

/** The vocabulary of document E, which an organisation chooses if its skills are about money. */
export const documentVocabulary = 'finance'

export const defaultRoutingPreferences: RoutingPreferences = {
  vocabularies: ['software'],
  signalSlots: 10,
  searchSlots: 10,
  searchBreaksTies: true,
}

/** The effective preferences: the agent's, then the organisation's, then the defaults. Pure. */
export function preferencesFor(
  organisation: RoutingPreferences,
  agent: AgentRouting | null | undefined,
): RoutingPreferences {
  const overrides = Object.fromEntries(
    Object.entries(agent ?? {}).filter(([, value]) => value !== undefined && value !== null),
  )
  return { ...defaultRoutingPreferences, ...organisation, ...overrides }
}

/**
 * The preferences in the router's form. Pure.
 */
export function settingsOf(preferences: RoutingPreferences): RoutingSettings {
  const { signalSlots, searchSlots, searchBreaksTies, table } = preferences
  return {
    table: { ...defaultScoreTable, ...table },
    ...{ signalSlots, searchSlots, searchBreaksTies },
  }
}

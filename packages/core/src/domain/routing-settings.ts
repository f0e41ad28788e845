import { defaultScoreTable, type ScoreTable } from './score-table.ts'

/** How the catalogue of a turn is chosen (E2); an agent may have its own. */
export interface RoutingSettings {
  readonly table: ScoreTable
  /** Lines for the best by the score table, and for the best by search. */
  readonly signalSlots: number
  readonly searchSlots: number
  /** Whether equal scores are ordered by how well search finds the skill; otherwise by priority, then slug. */
  readonly searchBreaksTies: boolean
}

export const defaultRoutingSettings: RoutingSettings = {
  table: defaultScoreTable,
  signalSlots: 10,
  searchSlots: 10,
  searchBreaksTies: true,
}

/** Document E's choice, to the point: no derived keywords, and nothing that search has to say. */
export const documentRoutingSettings: RoutingSettings = {
  table: { ...defaultScoreTable, derivedKeyword: 0, derivedKeywordCap: 0 },
  signalSlots: 20,
  searchSlots: 0,
  searchBreaksTies: false,
}

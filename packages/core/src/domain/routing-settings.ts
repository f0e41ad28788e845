import { defaultScoreTable, type ScoreTable } from './score-table.ts'

/** The settings of the router for one turn. */
export interface RoutingSettings {
  readonly table: ScoreTable
  /** Catalogue lines for the top skills by score, and by search. */
  readonly signalSlots: number
  readonly searchSlots: number
  /**
   * Order skills of equal points and priority by search score, and skills without points by search score before
   * priority; otherwise by priority, then slug.
   */
  readonly searchBreaksTies: boolean
}

export const defaultRoutingSettings: RoutingSettings = {
  table: defaultScoreTable,
  signalSlots: 10,
  searchSlots: 10,
  searchBreaksTies: true,
}

/** Exactly the routing of document E: no search. */
export const documentRoutingSettings: RoutingSettings = {
  table: defaultScoreTable,
  signalSlots: 20,
  searchSlots: 0,
  searchBreaksTies: false,
}

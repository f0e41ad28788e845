/** Points of each routing signal: whole numbers from 0 to 1,000. Agents may override it. */
export interface ScoreTable {
  /** Points per keyword of the skill in the message, and their maximum. */
  readonly keyword: number
  readonly keywordCap: number
  readonly stage: number
  readonly assetClass: number
  /** Named by a skill that has a keyword in the message. */
  readonly coActivate: number
  readonly signalSource: number
}

/** The table of document E. */
export const defaultScoreTable: ScoreTable = {
  keyword: 30,
  keywordCap: 60,
  stage: 20,
  assetClass: 15,
  coActivate: 10,
  signalSource: 25,
}

/** The tie-breaker of document E. */
export function fallbackScore(priority: number): number {
  return 100 - priority
}

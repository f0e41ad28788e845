/** Points of each routing signal: whole numbers from 0 to 1,000. Agents may override it. */
export interface ScoreTable {
  /** Points per keyword of the skill in the message, and their maximum. */
  readonly keyword: number
  readonly keywordCap: number
  /** The same for derived keywords. */
  readonly derivedKeyword: number
  readonly derivedKeywordCap: number
  readonly stage: number
  readonly assetClass: number
  /** Named by a skill that has a keyword in the message. */
  readonly coActivate: number
  readonly signalSource: number
}

/** The table of document E. It has no derived keywords, so they score below its weakest signal. */
export const defaultScoreTable: ScoreTable = {
  keyword: 30,
  keywordCap: 60,
  derivedKeyword: 10,
  derivedKeywordCap: 20,
  stage: 20,
  assetClass: 15,
  coActivate: 10,
  signalSource: 25,
}

/** What makes a table read only the keywords that authors wrote. */
export const withoutDerived = { derivedKeyword: 0, derivedKeywordCap: 0 } as const

/** The tie-breaker of document E. */
export function fallbackScore(priority: number): number {
  return 100 - priority
}

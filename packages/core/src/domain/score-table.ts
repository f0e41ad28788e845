/** What each sign that a skill is wanted is worth (E2): whole numbers from 0 to 1,000. An agent may have its own. */
export interface ScoreTable {
  /** Each keyword of the skill in the message, and all of them together at most. */
  readonly keyword: number
  readonly keywordCap: number
  /** The same for keywords that were made from the skill's own words. */
  readonly derivedKeyword: number
  readonly derivedKeywordCap: number
  readonly stage: number
  readonly assetClass: number
  /** A skill whose keyword is in the message names it. */
  readonly coActivate: number
  readonly signalSource: number
}

/** Document E's table; it knows no derived keywords, so they are weighted below its weakest word. */
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

/** Document E's tie-breaker: what remains to 100. */
export function fallbackScore(priority: number): number {
  return 100 - priority
}

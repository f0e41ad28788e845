/** A skill whose text stands in the conversation as a result. */
export interface GivenSkill {
  readonly slug: string
  /** Calls whose results have its text. */
  readonly callIds: readonly string[]
  /** Estimated. */
  readonly tokens: number
}

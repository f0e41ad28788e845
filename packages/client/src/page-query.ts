/** Which page of a list. */
export interface PageQuery {
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined
  /** 1 to 200. */
  readonly limit?: number | undefined
}

/** Selects a page of a list. */
export interface PageQuery {
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined
  /** 1 to 200. */
  readonly limit?: number | undefined
}

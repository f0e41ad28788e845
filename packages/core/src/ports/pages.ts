export interface PageRequest {
  /** Opaque, from `Page.nextCursor`. An unreadable one throws ProblemError `request.bad-cursor`. */
  readonly cursor?: string | undefined
  /** 1 to 200. */
  readonly limit: number
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

import type { LoggedQuery, LoggedSearch } from '../domain/search-log.ts'

export interface LoggedQueryFilter {
  readonly fromDay: number
  readonly minSearches: number
  readonly limit: number
}

/** What was searched for, counted by day, without who did. */
export interface SearchLogStore {
  /**
   * Adds one to the query's count of its day. A query that is new on a day with `maxQueries` is not kept. Throws
   * ProblemError `tenant.not-found`.
   */
  record(search: LoggedSearch, maxQueries: number): Promise<void>
  /** Those that found nothing on their last day first, then the most frequent. */
  list(filter: LoggedQueryFilter): Promise<readonly LoggedQuery[]>
  /** Removes the days before this one, and says how many counts they had. */
  removeBefore(day: number): Promise<number>
}

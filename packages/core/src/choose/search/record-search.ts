import { isProblemError } from '../../base/errors.ts'
import { dayOf } from '../../domain/quotas.ts'
import { loggedQueryText, type SearchSurface, searchLogLimits } from '../../domain/search-log.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SearchLogStore } from '../../ports/search-log.ts'

/** Why a search is not in the log, without what a driver's error may quote of the query. */
export interface SearchLogFailure {
  /** Of the problem, or of the store's driver; null where there is none. */
  readonly code: string | null
}

interface RecordSearchDeps {
  readonly searchLog: Pick<SearchLogStore, 'record'>
  readonly settings: Pick<OrganisationSettings, 'searchLog'>
  readonly clock: Clock
  /** Called once for a search that could not be recorded. */
  readonly onError: (failure: SearchLogFailure) => void
}

export interface MadeSearch {
  readonly text: string
  readonly surface: SearchSurface
  readonly results: number
}

/** Counts a search in the log, where the organisation keeps one. Never throws for a log that cannot be written. */
export async function recordSearch(
  { searchLog, settings, clock, onError }: RecordSearchDeps,
  { text, surface, results }: MadeSearch,
): Promise<void> {
  if (!settings.searchLog) return
  const query = loggedQueryText(text)
  if (query === null) return
  const { maxQueriesPerDay, maxResults } = searchLogLimits
  const shown = Math.min(results, maxResults)
  const search = { day: dayOf(clock.now()), query, surface, results: shown }
  try {
    await searchLog.record(search, maxQueriesPerDay)
  } catch (error) {
    // The answer is there already: a log that cannot be written takes nothing from it.
    onError({ code: codeOf(error) })
  }
}

/** Codes are single words, like `store.busy`, `SQLITE_FULL` and `53100`; nothing else of an error is passed on. */
function codeOf(error: unknown): string | null {
  if (isProblemError(error)) return error.problem.code
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : null
}

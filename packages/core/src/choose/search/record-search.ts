import { dayOf } from '../../domain/quotas.ts'
import { loggedQueryText, type SearchSurface, searchLogLimits } from '../../domain/search-log.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SearchLogStore } from '../../ports/search-log.ts'

interface RecordSearchDeps {
  readonly searchLog: Pick<SearchLogStore, 'record'>
  readonly settings: Pick<OrganisationSettings, 'searchLog'>
  readonly clock: Clock
}

export interface MadeSearch {
  readonly text: string
  readonly surface: SearchSurface
  readonly results: number
}

/** Counts a search in the log, where the organisation keeps one. */
export async function recordSearch(
  { searchLog, settings, clock }: RecordSearchDeps,
  { text, surface, results }: MadeSearch,
): Promise<void> {
  if (!settings.searchLog) return
  const query = loggedQueryText(text)
  if (query === null) return
  const { maxQueriesPerDay, maxResults } = searchLogLimits
  const shown = Math.min(results, maxResults)
  const search = { day: dayOf(clock.now()), query, surface, results: shown }
  // The answer is there already: a log that cannot be written takes nothing from it.
  await searchLog.record(search, maxQueriesPerDay).catch(() => undefined)
}

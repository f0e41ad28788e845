import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queries.ts'
import { pagedQuery, wholeQuery } from '../api/query-options.ts'
import { refreshInbox } from './inbox-queries.ts'

/** How often a running sync is asked for its progress, and the others for what a schedule did. Milliseconds. */
export const busyInterval = 1_000
const quietInterval = 30_000

export const sourcesQuery = queryOptions({
  queryKey: ['sources', 'list'],
  queryFn: () => api.sources.list(),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ last_sync_status }) => last_sync_status === 'running')
      ? busyInterval
      : quietInterval,
})

/** What a source has, as its last sync found it. */
export function sourceItemsQuery(id: string) {
  return pagedQuery(['sources', 'items', id], (page) =>
    api.sources.items(id, { limit: 50, ...page }),
  )
}

export const advisoriesQuery = wholeQuery(['sources', 'advisories'], () => api.advisories.list())

export function ignoredQuery(id: string) {
  return wholeQuery(['sources', 'ignored', id], () => api.sources.ignored(id))
}

/** After a change of a source, or the end of a sync: what came of it waits among the arrivals. */
export async function refreshSources(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['sources'] }),
    queryClient.invalidateQueries({ queryKey: ['reviews'] }),
    queryClient.invalidateQueries({ queryKey: ['skills'] }),
    refreshInbox(),
  ])
}

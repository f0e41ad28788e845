import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { refreshInbox } from '../inbox/inbox-queries.ts'
import { api } from '../shell/api.ts'
import { queryClient } from '../shell/queries.ts'

export type PendingImportFilters = Pick<
  NonNullable<Parameters<typeof api.arrivals.list>[0]>,
  'state' | 'kind' | 'verdict' | 'source_id'
>

export function pendingImportsQuery(filters: PendingImportFilters) {
  return infiniteQueryOptions({
    queryKey: ['arrivals', 'list', filters],
    queryFn: ({ pageParam }) =>
      api.arrivals.list({ ...filters, limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (previous) => previous,
  })
}

export function pendingImportQuery(id: string) {
  return queryOptions({
    queryKey: ['arrivals', 'one', id],
    queryFn: () => api.arrivals.get(id),
    // The skill that it changes may have another head than a moment ago: each look is a new one.
    staleTime: 0,
  })
}

/** One file, by the digest it is of; never fetched twice. */
export function pendingImportFileQuery(id: string, path: string) {
  return queryOptions({
    queryKey: ['arrivals', 'file', id, path],
    queryFn: () => api.arrivals.file(id, path),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What is known of a skill's current content. */
export function trustQuery(skillId: string) {
  return queryOptions({
    queryKey: ['skills', 'one', skillId, 'trust'],
    queryFn: () => api.arrivals.trustOf(skillId),
  })
}

/** After a decision: the arrivals, and the library that they became part of. */
export async function refreshPendingImports(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['arrivals'] }),
    queryClient.invalidateQueries({ queryKey: ['sources'] }),
    queryClient.invalidateQueries({ queryKey: ['skills'] }),
    refreshInbox(),
  ])
}

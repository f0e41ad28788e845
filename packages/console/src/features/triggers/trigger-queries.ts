import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { pagedQuery, wholeQuery } from '../../shared/api/query-options.ts'
import type { TriggersSearch } from '../../shared/api/search-params.ts'

/** A person has at most a hundred. */
export const triggersQuery = wholeQuery(['triggers', 'list'], () =>
  api.triggers.list({ limit: 100 }),
)

/** The organisation's, for owners and admins. */
export function allMembersQuery({ owner, enabled }: TriggersSearch) {
  return infiniteQueryOptions({
    ...pagedQuery(['triggers', 'everybody', owner ?? '', enabled ?? ''], (page) =>
      api.triggers.list({
        ...{ everybody: true, owner, limit: 50, ...page },
        enabled: enabled && enabled === 'true',
      }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })
}

export function triggerQuery(id: string) {
  return wholeQuery(['triggers', 'one', id], () => api.triggers.get(id))
}

export function firingsQuery(id: string) {
  return queryOptions({
    queryKey: ['triggers', 'firings', id],
    queryFn: () => api.triggers.firings(id, { limit: 10 }),
    // A turn under way is watched; the next one is only awaited.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ run_status }) => run_status === 'running') ? 500 : 5_000,
  })
}

export function timesQuery(cron: string, timeZone: string) {
  return queryOptions({
    queryKey: ['triggers', 'times', cron, timeZone],
    queryFn: () => api.triggers.times({ cron, time_zone: timeZone }),
    enabled: cron !== '' && timeZone !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export function refreshTriggers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['triggers'] })
}

import type { StatsQuery } from '@repertoire/protocol'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

/** The numbers follow the logs by some seconds. */
const live = { refetchInterval: 30_000, placeholderData: keepPreviousData } as const

export function statsQuery(query: StatsQuery) {
  return queryOptions({
    ...live,
    queryKey: ['stats', query],
    queryFn: () => api.stats.get(query),
  })
}

export function actOnQuery(query: Pick<StatsQuery, 'period' | 'agent' | 'model'>) {
  return queryOptions({
    ...live,
    queryKey: ['stats', 'act-on', query],
    queryFn: () => api.stats.actOn(query),
  })
}

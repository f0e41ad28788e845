import type { TracedRunBody } from '@repertoire/protocol'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { pagedQuery } from '../../shared/api/query-options.ts'
import type { TracesSearch } from '../../shared/api/search-params.ts'

const hour = 3_600_000
/** Milliseconds between two looks at what goes on. */
const liveMs = 2_000
const openStatuses = new Set<TracedRunBody['status']>(['running', 'waiting'])

function isOpenRun({ status }: TracedRunBody): boolean {
  return openStatuses.has(status)
}

export function traceQuery(traceId: string) {
  return queryOptions({
    queryKey: ['traces', 'one', traceId],
    queryFn: () => api.traces.get(traceId),
    enabled: traceId !== '',
    retry: false,
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpenRun) ? liveMs : false),
  })
}

export type TraceFilters = Pick<TracesSearch, 'at' | 'agent' | 'outcome' | 'since' | 'order'>

/** Turns within half an hour of a local date and time, or since a time; live. */
export function tracesQuery(filters: TraceFilters) {
  return infiniteQueryOptions({
    ...pagedQuery(['traces', 'list', filters], (page) =>
      api.traces.list({ ...listQuery(filters, Date.now()), ...page }),
    ),
    refetchInterval: filters.at === undefined ? listLiveMs : false,
    placeholderData: keepPreviousData,
  })
}

/** Whether there is any turn at all, whatever is looked for. */
export const anyTurnQuery = queryOptions({
  queryKey: ['traces', 'any'],
  queryFn: async () => (await api.traces.list({ limit: 1 })).items.length > 0,
  ...{ staleTime: 0, gcTime: 0 },
})

const listLiveMs = 5_000
const pageSize = 50
const days = { '7d': 7, '30d': 30, '90d': 90 } as const

/** Without an end, a new turn comes before the others and moves none of them to another page. Pure. */
export function listQuery({ at, agent, outcome, since, order }: TraceFilters, now: number) {
  const middle = at === undefined ? Number.NaN : new Date(at).getTime()
  const iso = (time: number) => new Date(time).toISOString()
  const times = Number.isNaN(middle)
    ? { from: iso(now - (since ? days[since] : 1) * 24 * hour) }
    : { from: iso(middle - hour / 2), to: iso(middle + hour / 2) }
  return {
    ...times,
    limit: pageSize,
    ...(agent !== undefined && { agent }),
    ...(order !== undefined && { order }),
    ...(outcome !== undefined && { status: outcome }),
  }
}

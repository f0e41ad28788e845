import type { TracedRunBody } from '@repertoire/protocol'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../shell/api.ts'

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

/** Turns that began within half an hour of a local date and time, or the newest of the last day. */
export function tracesQuery(at: string) {
  return infiniteQueryOptions({
    queryKey: ['traces', 'list', at],
    queryFn: ({ pageParam: { cursor, ...times } }) =>
      api.traces.list({ ...times, limit: 50, ...(cursor ? { cursor } : {}) }),
    initialPageParam: { ...timesAbout(at), cursor: '' },
    // The time stays that of the first page, so that no turn is told twice or left out between two.
    getNextPageParam: ({ next_cursor }, _pages, { from, to }) =>
      next_cursor === null ? undefined : { from, to, cursor: next_cursor },
  })
}

function timesAbout(at: string): { readonly from: string; readonly to: string } {
  const middle = at === '' ? Number.NaN : new Date(at).getTime()
  const now = Date.now()
  const [from, to] = Number.isNaN(middle)
    ? [now - 24 * hour, now]
    : [middle - hour / 2, middle + hour / 2]
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

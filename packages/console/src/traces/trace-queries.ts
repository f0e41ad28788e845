import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/api.ts'

const hour = 3_600_000

export function traceQuery(traceId: string) {
  return queryOptions({
    queryKey: ['traces', 'one', traceId],
    queryFn: () => api.traces.get(traceId),
    enabled: traceId !== '',
    retry: false,
  })
}

/** Turns that began within half an hour of a local date and time, or the newest of the last day. */
export function tracesQuery(at: string) {
  return queryOptions({
    queryKey: ['traces', 'list', at],
    queryFn: () => {
      const middle = at === '' ? Number.NaN : new Date(at).getTime()
      const now = Date.now()
      const [from, to] = Number.isNaN(middle)
        ? [now - 24 * hour, now]
        : [middle - hour / 2, middle + hour / 2]
      const iso = (time: number) => new Date(time).toISOString()
      return api.traces.list({ from: iso(from), to: iso(to), limit: 50 })
    },
  })
}

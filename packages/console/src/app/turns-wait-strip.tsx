import { queryOptions, useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { api } from '../shared/api/api.ts'

const everyMs = 10_000

/** A server that executes turns itself has nothing to look for again. */
const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: () => api.system.readiness(),
  retry: false,
  refetchInterval: ({ state }) => (state.data?.checks.temporal === undefined ? false : everyMs),
})

/** Says why no turn goes on. */
export function TurnsWaitStrip() {
  const { data } = useQuery(readinessQuery)
  if (data?.checks.temporal !== 'away') return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-warn/35 bg-warn-soft px-4 py-2 text-xs text-warn-ink sm:px-8"
    >
      <Hourglass size={14} className="shrink-0" aria-hidden="true" />
      <span>
        Turns wait: Temporal, which executes them, does not answer. Messages are kept, and turns go
        on by themselves once it does.
      </span>
    </p>
  )
}

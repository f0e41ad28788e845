import { useQuery } from '@tanstack/react-query'
import { plural } from '../design/numbers.ts'
import { useCan, useMe } from '../shell/use-me.ts'
import { pendingProposalsQuery } from './proposal-queries.ts'
import { waitingFor } from './waiting-for.ts'

/** How many proposals wait for this person; nothing when none does. */
export function PendingProposals() {
  const allowed = useCan('skills.read')
  const { data } = useQuery({ ...pendingProposalsQuery, enabled: allowed })
  const me = useMe()
  const count = waitingFor(me, data?.items).length
  if (count === 0) return null
  return (
    <span className="rounded-full bg-accent px-1.5 text-2xs font-medium tabular-nums text-on-accent">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only"> {plural(count, 'proposal')} waiting</span>
    </span>
  )
}

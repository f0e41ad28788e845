import { useQuery } from '@tanstack/react-query'
import { plural } from '../design/numbers.ts'
import { useMayWriteSkills } from '../shell/use-me.ts'
import { heldCountQuery } from './arrival-queries.ts'

/** How many arrivals wait, for those who may decide; nothing when none does. */
export function HeldCount() {
  const { data: count = 0 } = useQuery({ ...heldCountQuery, enabled: useMayWriteSkills('org') })
  if (count === 0) return null
  return (
    <span className="rounded-full bg-accent px-1.5 text-2xs font-medium tabular-nums text-on-accent">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only"> {plural(count, 'arrival')} waiting</span>
    </span>
  )
}

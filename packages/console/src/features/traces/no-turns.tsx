import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Footprints } from 'lucide-react'
import { buttonClass } from '../../shared/design/button.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { anyTurnQuery, type TraceFilters } from './trace-queries.ts'

/** In place of the turns: that none of them is what was looked for, or that there is none at all yet. */
export function NoTurns({ filters }: { readonly filters: TraceFilters }) {
  const { data: isAny, isPending } = useQuery(anyTurnQuery)
  if (isPending) return null
  const icon = <Footprints size={20} />
  if (isAny === false) {
    return (
      <Empty
        icon={icon}
        title="No turn yet"
        action={
          <Link to="/chat" className={buttonClass('primary')}>
            Start a conversation
          </Link>
        }
      >
        Everything that an agent does for you in a turn is listed here: the skills it got, the
        models and tools it called, and what that cost.
      </Empty>
    )
  }
  return (
    <Empty icon={icon} title="No turn began then">
      {emptyText(filters)}
    </Empty>
  )
}

/** What to look for instead. Pure. */
export function emptyText({ at, agent, outcome, since }: TraceFilters): string {
  if (at) return 'Within half an hour of that time there was none.'
  if (agent !== undefined || outcome !== undefined)
    return 'There was none of that kind. Say when, to look further back.'
  const span = since ? `${Number.parseInt(since, 10)} days` : '24 hours'
  return `There was none in the last ${span}. Say when, to look further back.`
}

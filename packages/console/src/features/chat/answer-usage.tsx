import { Link } from '@tanstack/react-router'
import { formatCost, plural } from '../../shared/design/numbers.ts'
import { formatDuration } from '../executions/status-labels.ts'
import type { TurnView } from './conversation-view.ts'
import { turnUsage } from './model-call-usage.ts'

/** What the answer took, and the way to its trace. What is unknown is left out, never zero; nothing while the turn goes on. */
export function AnswerUsage({ turn }: { readonly turn: Pick<TurnView, 'events' | 'traceId'> }) {
  const figures = turnUsage(turn.events)
  if (!figures || figures.workedMs === null) return null
  const { workedMs, tokens, cost } = figures
  return (
    <ul aria-label="What the answer took" className="flex flex-wrap gap-x-3 tabular-nums">
      <li>{formatDuration(workedMs)}</li>
      {tokens !== null && <li>{plural(tokens, 'token')}</li>}
      {cost !== null && <li>Cost {formatCost(cost)}</li>}
      <li>
        <Link to="/traces" search={{ trace_id: turn.traceId }} className="underline hover:text-ink">
          Trace
        </Link>
      </li>
    </ul>
  )
}

import type { IntegrationOutcome } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Badge, type BadgeLabel } from '../../shared/design/badge.tsx'

const looks: Record<IntegrationOutcome['status'], BadgeLabel> = {
  created: { text: 'Created', tone: 'good' },
  updated: { text: 'Updated', tone: 'accent' },
  unchanged: { text: 'Unchanged', tone: 'neutral' },
  removed: { text: 'Removed', tone: 'neutral' },
  skipped: { text: 'Skipped', tone: 'warn' },
  broken: { text: 'Broken', tone: 'bad' },
}

interface OutcomeListProps {
  readonly name: string
  readonly outcomes: readonly IntegrationOutcome[]
}

/** What became of each skill of the integration, spoken when it changes. */
export function OutcomeList({ name, outcomes }: OutcomeListProps) {
  return (
    <div role="status" className="px-4 py-2">
      {outcomes.length === 0 && <p className="text-xs text-ink-2">It had no skill to change.</p>}
      <ul aria-label={`What became of the skills of ${name}`} className="flex flex-col gap-1.5">
        {outcomes.map((outcome) => (
          <Outcome key={outcome.folder} outcome={outcome} />
        ))}
      </ul>
    </div>
  )
}

function Outcome({ outcome }: { readonly outcome: IntegrationOutcome }) {
  const { folder, status, slug, skill_id: id, problem } = outcome
  const { text, tone } = looks[status]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="w-20 shrink-0">
        <Badge tone={tone}>{text}</Badge>
      </span>
      <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        {id && status !== 'removed' ? (
          <Link
            to="/skills/$id"
            params={{ id }}
            className="inline-block min-h-6 font-mono text-xs underline underline-offset-2"
          >
            {slug ?? folder}
          </Link>
        ) : (
          <span className="font-mono text-xs">{slug ?? folder}</span>
        )}
        {problem && (
          <p className="text-xs text-ink-2">
            {problem.message} {problem.hint}
          </p>
        )}
      </div>
    </li>
  )
}

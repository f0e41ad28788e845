import type { PendingRevisionSummary } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../shared/design/badge.tsx'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { Timestamp } from '../../../shared/design/timestamp.tsx'
import { shortVersion, stateLabels, verdictLabels } from '../../revisions/revision-labels.ts'

/** How the contents of a skill came in, and who approved them. */
export function ImportHistory({
  arrivals,
}: {
  readonly arrivals: readonly PendingRevisionSummary[]
}) {
  return (
    <ul aria-label="Arrivals of the skill" className="card divide-y divide-line">
      {arrivals.map((arrival) => (
        <li key={arrival.id} className="px-4 py-2 text-xs">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to="/reviews/$id"
              params={{ id: arrival.id }}
              className="inline-block min-h-6 font-mono underline underline-offset-2"
            >
              {shortVersion(arrival.source_version) || 'by hand'}
            </Link>
            <Badge tone={stateLabels[arrival.state].tone}>{stateLabels[arrival.state].text}</Badge>
            <Badge tone={verdictLabels[arrival.verdict].tone}>
              {verdictLabels[arrival.verdict].text}
            </Badge>
          </p>
          <p className="text-ink-2">
            Came in <Timestamp at={arrival.created_at} />
            {arrival.decided_at && (
              <>
                {`, ${stateLabels[arrival.state].text.toLowerCase()} `}
                <Timestamp at={arrival.decided_at} />
                <DecidedBy arrival={arrival} />
              </>
            )}
            {arrival.note && (
              <>
                : “<MarkedText text={arrival.note} />”
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Who let it in, or kept it out. */
function DecidedBy({ arrival }: { readonly arrival: PendingRevisionSummary }) {
  const { state, decided_by: id, decided_by_name: name } = arrival
  if (state === 'superseded') return null
  if (id === null) return ' by the policy of the source'
  return (
    <>
      {' by '}
      {name === null ? 'a former member' : <MarkedText text={name} />}
    </>
  )
}

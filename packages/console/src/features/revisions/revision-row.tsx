import type { PendingRevisionSummary } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import {
  licenceLabel,
  licenceText,
  revisionKind,
  shortVersion,
  stateLabels,
  verdictLabels,
} from './revision-labels.ts'

interface ArrivalRowProps {
  readonly arrival: PendingRevisionSummary
  readonly chosen: boolean
  /** Given where it may be decided together with others. */
  readonly onChoose?: (on: boolean) => void
}

export function RevisionRow({ arrival, chosen, onChoose }: ArrivalRowProps) {
  const { id, name, description, path, verdict, state, proposal } = arrival
  const licence = licenceLabel(licenceText(arrival), arrival.licence_decision)
  return (
    <li className="flex gap-3 px-4 py-3">
      <span className="flex w-5 shrink-0 justify-center pt-1">
        {onChoose && (
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
            className="size-4 accent-accent"
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/reviews/$id"
            params={{ id }}
            data-list-row
            className="font-semibold tracking-tight [overflow-wrap:anywhere] hover:underline"
          >
            <MarkedText text={name} />
          </Link>
          <span className="text-xs text-ink-3">{revisionKind(arrival)}</span>
          <Badge tone={verdictLabels[verdict].tone}>{verdictLabels[verdict].text}</Badge>
          {!proposal && <Badge tone={licence.tone}>{licence.text}</Badge>}
          {state !== 'held' && (
            <Badge tone={stateLabels[state].tone}>{stateLabels[state].text}</Badge>
          )}
        </div>
        <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
          <MarkedText text={description} />
        </p>
        <AddedPermissions arrival={arrival} />
        <p className="mt-1 text-xs text-ink-3 [overflow-wrap:anywhere]">
          {!proposal && (
            <>
              <span className="font-mono">
                <MarkedText text={path} />
                {arrival.source_version && ` @ ${shortVersion(arrival.source_version)}`}
              </span>
              {' · '}
            </>
          )}
          {proposal ? 'proposed ' : 'came in '}
          <Timestamp at={arrival.created_at} />
          {arrival.applies_at && (
            <>
              {' · applied by itself after '}
              <Timestamp at={arrival.applies_at} />
            </>
          )}
          {arrival.decided_at && (
            <>
              {state === 'superseded' ? ' · ended ' : ' · decided '}
              <Timestamp at={arrival.decided_at} />
              {state === 'superseded' && `: ${arrival.note}`}
              {state !== 'superseded' && arrival.note !== '' && (
                <>
                  {': “'}
                  <MarkedText text={arrival.note} />”
                </>
              )}
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** What it newly asks for, counted: the first thing that a reviewer wants to know. */
function AddedPermissions({ arrival: { new_asks: asks, kind } }: Pick<ArrivalRowProps, 'arrival'>) {
  const parts = [
    [asks.hooks, 'hook'],
    [asks.scripts, 'script'],
    [asks.tools, 'tool'],
    [asks.hosts, 'host'],
    [asks.env, 'variable'],
  ] as const
  const words = parts.flatMap(([list, word]) =>
    list.length > 0 ? [plural(list.length, word)] : [],
  )
  if (words.length === 0) return null
  return (
    <p className="mt-1 text-xs text-warn-ink">
      {kind === 'new' ? 'Asks for' : 'Newly asks for'} {words.join(', ')}
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../shared/design/button.tsx'
import { groupBy } from '../../shared/design/group-by.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Failed } from '../../shared/design/states.tsx'
import { revisionQuery } from '../revisions/revision-queries.ts'
import type { RejectedItem } from './decide-in-batches.ts'
import type { BulkRun } from './use-bulk-decision.ts'

interface BulkProgressViewProps {
  readonly run: BulkRun
  readonly onStop: () => void
  /** Takes back what was rejected. */
  readonly onUndo: () => void
  readonly onClose: () => void
}

const words = {
  approve: { doing: 'Approving', verb: 'approved' },
  reject: { doing: 'Rejecting', verb: 'rejected' },
  hold: { doing: 'Taking back', verb: 'taken back' },
} as const

/** How far it is, and at the end what was refused and why. */
export function BulkProgressView({ run, onStop, onUndo, onClose }: BulkProgressViewProps) {
  const { decision, progress, running, error } = run
  const { total = 0, done = 0, refused = [] } = progress ?? {}
  const seen = done + refused.length
  const { doing, verb } = words[decision]
  const heading = running
    ? `${doing} ${total > 0 ? formatCount(total) : ''}…`
    : `${formatCount(done)} ${verb}`
  return (
    <section aria-label="Decide together" className="w-full max-w-[784px] px-4 py-5 sm:px-8">
      <h2 className="text-xl">{heading}</h2>
      {running && (
        <progress
          aria-label={`How many are ${verb}`}
          max={total || 1}
          value={seen}
          className="mt-4 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-inset [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
      )}
      <p role="status" className="mt-2 text-ink-2">
        {running && total > 0 && `${formatCount(seen)} of ${formatCount(total)}`}
        {!running && seen < total && `Stopped after ${formatCount(seen)} of ${formatCount(total)}.`}
        {!running && seen === total && refused.length === 0 && !error && 'None was refused.'}
        {!running && decision === 'hold' && done > 0 && ' What was taken back waits again.'}
      </p>
      {error !== null && <Failed what="The rest could not be decided" error={error} />}
      <RefusedList refused={refused} verb={verb} />
      <div className="mt-4">
        {running ? (
          <Button onClick={onStop}>Stop</Button>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button onClick={onClose}>Close</Button>
            {decision === 'reject' && done > 0 && (
              <Button onClick={onUndo}>Undo {formatCount(done)}</Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

/** As many of one reason as are named; the list beside it has all of them. */
const named = 20

function RefusedList({
  refused,
  verb,
}: {
  readonly refused: readonly RejectedItem[]
  readonly verb: string
}) {
  if (refused.length === 0) return null
  // A message begins with the name of its skill; for many of one reason it is said once.
  const byReason = groupBy(refused, ({ message }) => message.replace(/^"[^"]*"/, 'It'))
  return (
    <div className="mt-5">
      <h3 className="mb-2">
        {formatCount(refused.length)} not {verb}
      </h3>
      {[...byReason].map(([message, some]) => (
        <section key={message} aria-label={message} className="card mb-3 px-4 py-3">
          <p className="font-medium">
            {message} <span className="font-normal text-ink-3">{plural(some.length, 'skill')}</span>
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs">
            {some.slice(0, named).map(({ id }) => (
              <li key={id}>
                <RefusedName id={id} />
              </li>
            ))}
            {some.length > named && (
              <li className="text-ink-3">and {formatCount(some.length - named)} more</li>
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}

function RefusedName({ id }: { readonly id: string }) {
  const { data } = useQuery(revisionQuery(id))
  return (
    <Link
      to="/reviews/$id"
      params={{ id }}
      className="text-accent-ink underline underline-offset-2"
    >
      <MarkedText text={data?.name ?? id} />
    </Link>
  )
}

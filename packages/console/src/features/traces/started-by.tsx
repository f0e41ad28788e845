import type { TracedRunBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { starterLabel } from './run-labels.ts'

/** Who or what started a turn; a trigger by a link to it. */
export function StartedBy({ run }: { readonly run: TracedRunBody }) {
  const { kind, signal_id } = run.started_by
  if (signal_id === null) return <span className="text-xs text-ink-3">{starterLabel[kind]}</span>
  return (
    <Link to="/triggers/$id" params={{ id: signal_id }} className="text-xs underline">
      {starterLabel[kind]}
    </Link>
  )
}

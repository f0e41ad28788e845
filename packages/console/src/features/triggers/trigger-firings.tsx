import type { TriggerFiringBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../shared/design/badge.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { Section } from '../../shared/design/section.tsx'
import { Failed, Loading } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { firingLabel } from './firing-labels.ts'
import { firingsQuery } from './trigger-queries.ts'

/** What came of a trigger lately, as a part of its page. */
export function TriggerFirings({ id }: { readonly id: string }) {
  return (
    <Section title="Last turns" description="Kept for thirty days.">
      <FiringList id={id} label="Last turns" />
    </Section>
  )
}

/** The last turns of a trigger, with the way to their traces. */
export function FiringList({ id, label }: { readonly id: string; readonly label: string }) {
  const firings = useQuery(firingsQuery(id))
  const items = firings.data?.items ?? []
  if (firings.isPending) return <Loading rows={1} label="Loading the last turns" />
  if (firings.isError) return <Failed what="Its turns could not be read" error={firings.error} />
  if (items.length === 0) return <p className="text-ink-3">It has started no turn yet.</p>
  return (
    <ul aria-label={label} className="card divide-y divide-line overflow-hidden">
      {items.map((firing) => (
        <Firing key={firing.key} firing={firing} />
      ))}
    </ul>
  )
}

function Firing({ firing }: { readonly firing: TriggerFiringBody }) {
  const { problem, run_status, conversation_id, trace_id, fired_at } = firing
  const { word, tone } = firingLabel(firing)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <Badge tone={tone}>{word}</Badge>
      <p className={classNames('flex-1 text-xs text-ink-2', problem && 'min-w-40')}>
        {problem?.message}
      </p>
      {conversation_id && run_status && (
        <Link to="/chat/$id" params={{ id: conversation_id }} className="py-1 text-xs underline">
          Conversation
        </Link>
      )}
      <Link to="/traces" search={{ trace_id }} className="py-1 text-xs underline">
        Trace
      </Link>
      <p className="text-xs text-ink-3">
        <Timestamp at={fired_at} />
      </p>
    </li>
  )
}

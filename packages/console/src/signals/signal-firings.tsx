import type { SignalFiringBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../design/badge.tsx'
import { Moment } from '../design/moment.tsx'
import { Section } from '../design/section.tsx'
import { firingsQuery } from './signal-queries.ts'

const outcomes: Record<string, { readonly word: string; readonly tone: Tone }> = {
  running: { word: 'Under way', tone: 'accent' },
  waiting: { word: 'Waits', tone: 'accent' },
  completed: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
}

/** What came of a signal lately. */
export function SignalFirings({ id }: { readonly id: string }) {
  const firings = useQuery(firingsQuery(id))
  const items = firings.data?.items ?? []
  return (
    <Section title="Last turns" description="Kept for thirty days.">
      {firings.isSuccess && items.length === 0 && (
        <p className="text-ink-3">It has started no turn yet.</p>
      )}
      {items.length > 0 && (
        <ul aria-label="Last turns" className="card divide-y divide-line overflow-hidden">
          {items.map((firing) => (
            <Firing key={firing.key} firing={firing} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Firing({ firing }: { readonly firing: SignalFiringBody }) {
  const { outcome, problem, run_status, conversation_id, trace_id, fired_at } = firing
  const known = outcomes[run_status ?? '']
  const { word, tone } =
    outcome === 'skipped' ? { word: 'Skipped', tone: 'warn' as const } : (known ?? gone)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <Badge tone={tone}>{word}</Badge>
      <p className="min-w-40 flex-1 text-xs text-ink-2">{problem?.message ?? ''}</p>
      {conversation_id && run_status && (
        <Link to="/chat/$id" params={{ id: conversation_id }} className="text-xs underline">
          Conversation
        </Link>
      )}
      <Link to="/traces" search={{ trace_id }} className="text-xs underline">
        Trace
      </Link>
      <p className="text-xs text-ink-3">
        <Moment at={fired_at} />
      </p>
    </li>
  )
}

const gone = { word: 'Its conversation was deleted', tone: 'neutral' } as const

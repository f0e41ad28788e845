import type { TriggerListItem } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AlarmClock, Plus, Webhook } from 'lucide-react'
import { Badge } from '../../shared/design/badge.tsx'
import { buttonClass } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Page } from '../../shared/design/page.tsx'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { firingLabel } from './firing-labels.ts'
import { triggersQuery } from './trigger-queries.ts'
import { TriggerViews } from './trigger-views.tsx'

/** Schedules and webhooks that start turns for the person. */
export function TriggersPage() {
  const list = useQuery(triggersQuery)
  const triggers = list.data?.items ?? []
  return (
    <Page
      title="Triggers"
      subtitle="Schedules and webhooks that start turns for you while you are away."
      actions={
        <Link to="/triggers/new" className={buttonClass('primary')}>
          <Plus size={15} aria-hidden="true" /> New trigger
        </Link>
      }
    >
      <TriggerViews />
      <QueryPlaceholder for={list} what="Triggers" />
      {list.isSuccess && triggers.length === 0 && (
        <Empty icon={<AlarmClock size={20} />} title="Nothing starts by itself yet">
          Let a schedule or another program start a turn: a report every morning, a look at every
          alert. Such turns never ask anybody, and so do less than you may.
        </Empty>
      )}
      {triggers.length > 0 && (
        <ul aria-label="Triggers" className="card divide-y divide-line overflow-hidden">
          {triggers.map((trigger) => (
            <TriggerRow key={trigger.id} signal={trigger} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function TriggerRow({ signal: trigger }: { readonly signal: TriggerListItem }) {
  const { id, name, trigger: start, enabled, note, next_at, last_firing } = trigger
  const Icon = start.kind === 'cron' ? AlarmClock : Webhook
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <Icon size={16} className="text-ink-3" aria-hidden="true" />
      <div className="min-w-48 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/triggers/$id"
            params={{ id }}
            data-list-row
            className="font-semibold tracking-tight [overflow-wrap:anywhere] hover:underline"
          >
            <MarkedText text={name} />
          </Link>
          <span className="text-xs text-ink-3">
            {start.kind === 'cron' ? start.cron : 'Webhook'}
          </span>
          {!enabled && <Badge tone={note ? 'warn' : 'neutral'}>Disabled</Badge>}
        </div>
        {note && <p className="mt-0.5 text-xs text-ink-2">{note.message}</p>}
      </div>
      <p className="text-xs text-ink-3">
        {last_firing ? (
          <>
            Last turn{' '}
            <Badge tone={firingLabel(last_firing).tone}>{firingLabel(last_firing).word}</Badge>{' '}
            <Timestamp at={last_firing.fired_at} />
          </>
        ) : (
          'No turn lately'
        )}
        {next_at && (
          <>
            , next <Timestamp at={next_at} />
          </>
        )}
      </p>
    </li>
  )
}

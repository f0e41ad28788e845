import { Link } from '@tanstack/react-router'
import { AlarmClock, Webhook } from 'lucide-react'
import type { TurnView } from './conversation-view.ts'

/** What started a turn that no person did (E8). */
export function StartedBy({ turn }: { readonly turn: TurnView }) {
  const started = turn.events.find(({ event }) => event === 'run_started')
  const signal = started?.event === 'run_started' ? started.data.signal : undefined
  if (!signal) return null
  const Icon = signal.source === 'cron' ? AlarmClock : Webhook
  return (
    <p className="ml-auto flex flex-wrap items-center gap-1.5 text-xs text-ink-3">
      <Icon size={13} aria-hidden="true" />
      <span>
        Started by{' '}
        <Link to="/triggers/$id" params={{ id: signal.id }} className="underline hover:text-ink">
          {signal.source === 'cron' ? 'a schedule' : 'a webhook'}
        </Link>
        {signal.severity !== 'info' && `, ${signal.severity}`}
        {signal.asset && `, ${signal.asset.symbol}`}
      </span>
    </p>
  )
}

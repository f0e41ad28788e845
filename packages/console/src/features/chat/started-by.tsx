import { Link } from '@tanstack/react-router'
import { AlarmClock, Cable, Webhook } from 'lucide-react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import type { TurnView } from './conversation-view.ts'

/** What started a turn that no person did, or which program’s own agent made the call. */
export function StartedBy({ turn }: { readonly turn: TurnView }) {
  const started = turn.events.find(({ event }) => event === 'run_started')
  if (started?.event !== 'run_started') return null
  const { signal, client } = started.data
  if (client !== undefined) return <CalledBy client={client} />
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

/** The name is the client’s own word. */
function CalledBy({ client }: { readonly client: string }) {
  return (
    <p className="ml-auto flex flex-wrap items-center gap-1.5 text-xs text-ink-3">
      <Cable size={13} aria-hidden="true" />
      <span>
        Called over MCP by <MarkedText text={client} />
      </span>
    </p>
  )
}

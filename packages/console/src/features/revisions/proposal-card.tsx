import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sprout } from 'lucide-react'
import { useEffect } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { buttonClass } from '../../shared/design/button.tsx'
import { refreshInbox } from '../../shared/queries/inbox-queries.ts'
import { stateLabels } from './revision-labels.ts'
import { revisionQuery } from './revision-queries.ts'

/** In a conversation: what the agent proposed to keep, and where to decide about it. */
export function ProposalCard({ id, name }: { readonly id: string; readonly name: string }) {
  const { data } = useQuery(revisionQuery(id))
  const state = data ? stateLabels[data.state] : null
  const waits = data?.state === 'held'
  useEffect(() => {
    // The count beside "Inbox" need not wait for its next look.
    if (waits) void refreshInbox()
  }, [waits])
  return (
    <section
      aria-label={`Proposed skill ${name}`}
      className="card fade-in flex flex-wrap items-center gap-3 px-4 py-3"
    >
      <Sprout size={18} aria-hidden="true" className="shrink-0 text-accent" />
      <div className="min-w-40 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-xs text-ink-2">
          {waits
            ? 'The agent would like to keep this as a skill. It waits for a person.'
            : 'A skill the agent wanted to keep.'}
        </p>
      </div>
      {state && <Badge tone={state.tone}>{state.text}</Badge>}
      <Link
        to="/reviews/$id"
        params={{ id }}
        className={buttonClass(waits ? 'primary' : 'secondary', 'small')}
      >
        {waits ? 'Review' : 'Look at it'}
      </Link>
    </section>
  )
}

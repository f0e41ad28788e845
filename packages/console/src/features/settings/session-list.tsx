import type { SessionBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { sessionsQuery } from '../../shared/queries/organisation-queries.ts'
import { browserName } from './browser-name.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['sessions'] })

interface SessionListProps {
  /** Whose; one's own when absent. */
  readonly userId?: string
}

/** Where somebody is signed in; each session can be ended, and all of them. */
export function SessionList({ userId }: SessionListProps) {
  const sessions = useQuery(sessionsQuery(userId))
  const others = (sessions.data?.items ?? []).filter(({ current }) => !current)
  const endAll = useAction({
    mutationFn: () => api.session.endAll(userId === undefined ? {} : { userId }),
    onSuccess: ({ ended }) =>
      showToast(ended === 1 ? '1 session ended' : `${ended} sessions ended`),
    onSettled: refresh,
  })
  return (
    <>
      <QueryPlaceholder for={sessions} what="Sessions" rows={1} />
      {sessions.data && sessions.data.items.length === 0 && (
        <p className="text-ink-2">Not signed in anywhere.</p>
      )}
      {sessions.data && sessions.data.items.length > 0 && (
        <ul aria-label="Sessions" className="card mb-4 divide-y divide-line">
          {sessions.data.items.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button disabled={endAll.isPending} onClick={() => endAll.mutate()}>
          {userId === undefined ? 'End all other sessions' : 'End all sessions'}
        </Button>
      )}
    </>
  )
}

function SessionRow({ session }: { readonly session: SessionBody }) {
  const name = browserName(session.user_agent)
  const end = useAction({
    mutationFn: () => api.session.end(session.id),
    onSuccess: () => showToast('The session ended'),
    onSettled: refresh,
  })
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <MonitorSmartphone size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p title={session.user_agent}>
          <span className="font-medium">{name}</span>{' '}
          {session.current && <Badge tone="accent">This one</Badge>}
        </p>
        <p className="text-xs text-ink-3">
          From {session.address} · signed in <Timestamp at={session.created_at} />
          {session.last_used_at && (
            <>
              {' '}
              · used <Timestamp at={session.last_used_at} />
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button size="small" disabled={end.isPending} onClick={() => end.mutate()}>
          End <span className="sr-only">the session {name}</span>
        </Button>
      )}
    </li>
  )
}

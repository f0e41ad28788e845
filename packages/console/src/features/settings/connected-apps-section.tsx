import type { ConnectedAppBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plug, Trash2 } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { IconButton } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Section } from '../../shared/design/section.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { memberLabel } from '../../shared/queries/member-label.ts'
import { connectedAppsQuery, membersQuery } from '../../shared/queries/organisation-queries.ts'
import { useCan, useMe } from '../../shared/session/use-me.ts'

/** Apps that act for people by OAuth, each with its end. */
export function ConnectedAppsSection() {
  const apps = useQuery(connectedAppsQuery)
  return (
    <Section
      title="Connected apps"
      description="Agents and other apps that you let act in your name."
    >
      <QueryPlaceholder for={apps} what="Connected apps" rows={1} />
      {apps.data?.items.length === 0 && (
        <p className="text-ink-2">
          None is connected. Give an agent that speaks OAuth the address under{' '}
          <Link to="/connect" className="underline">
            Connect
          </Link>
          , and it asks you on this page.
        </p>
      )}
      {apps.data && apps.data.items.length > 0 && (
        <ul aria-label="Connected apps" className="card divide-y divide-line">
          {apps.data.items.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function AppRow({ app }: { readonly app: ConnectedAppBody }) {
  const disconnect = useAction({
    mutationFn: () => api.connectedApps.remove(app.id),
    onSuccess: () => showToast(`${app.name} was disconnected`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectedAppsQuery.queryKey }),
  })
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Plug size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">
            <MarkedText text={app.name} />
          </span>
          <Person id={app.user_id} />{' '}
          <span className="text-xs text-ink-3">{app.host ?? app.redirect_place}</span>
        </p>
        <p className="text-xs text-ink-3">
          {app.scopes.join(', ')} · connected <Timestamp at={app.connected_at} />
          {app.last_used_at && (
            <>
              {' '}
              · used <Timestamp at={app.last_used_at} />
            </>
          )}
        </p>
      </div>
      <AskFirst
        title={`Disconnect ${app.name}?`}
        description="It is refused from then on. It can ask you again."
        confirm="Disconnect"
        onConfirm={() => disconnect.isPending || disconnect.mutate()}
      >
        <IconButton label={`Disconnect ${app.name}`}>
          <Trash2 size={15} />
        </IconButton>
      </AskFirst>
    </li>
  )
}

/** For whom it acts, unless it is oneself. */
function Person({ id }: { readonly id: string }) {
  const me = useMe()
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') })
  const person = members.data?.items.find((member) => member.id === id)
  if (!person || id === me.member.id) return null
  return <span className="text-ink-2"> for {memberLabel(person, members.data?.items ?? [])}</span>
}

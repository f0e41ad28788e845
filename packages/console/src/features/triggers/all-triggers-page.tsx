import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { AlarmClock } from 'lucide-react'
import type { TriggersSearch } from '../../shared/api/search-params.ts'
import { buttonClass } from '../../shared/design/button.tsx'
import { Choice } from '../../shared/design/field.tsx'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { useFocusKept } from '../../shared/design/use-focus-kept.ts'
import { agentsQuery } from '../../shared/queries/agent-queries.ts'
import { membersQuery } from '../../shared/queries/organisation-queries.ts'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { OtherUsersTrigger } from './other-users-trigger.tsx'
import { allMembersQuery } from './trigger-queries.ts'
import { TriggerViews } from './trigger-views.tsx'

const route = getRouteApi('/app/triggers/everybody')

/** The organisation's schedules and webhooks, for owners and admins: what starts turns, whose, and what came of it. */
export function AllTriggersPage() {
  return (
    <AllowedPage title="Everybody’s triggers" needs="agents.write" does="sees everybody’s triggers">
      <AllTriggers />
    </AllowedPage>
  )
}

function AllTriggers() {
  const place = route.useSearch()
  const list = useInfiniteQuery(allMembersQuery(place))
  return (
    <Page
      title="Everybody’s triggers"
      subtitle="What starts turns by itself in the organisation. What the turns are told is their person’s own."
    >
      <TriggerViews />
      <Filters place={place} />
      <PagedList
        list={list}
        what="Triggers"
        whenEmpty={<NoTriggers filtered={isFiltered(place)} />}
      >
        {(triggers) => <TriggerList triggers={triggers} />}
      </PagedList>
    </Page>
  )
}

function isFiltered({ owner, enabled }: TriggersSearch): boolean {
  return owner !== undefined || enabled !== undefined
}

type Listed = Parameters<typeof OtherUsersTrigger>[0]['signal']

function TriggerList({ triggers }: { readonly triggers: readonly Listed[] }) {
  const members = useQuery(membersQuery)
  const agents = useInfiniteQuery(agentsQuery)
  const people = members.data?.items ?? []
  const known = agents.data?.pages.flatMap(({ items }) => items) ?? []
  const kept = useFocusKept<HTMLUListElement>()
  return (
    <ul
      {...kept}
      aria-label="Everybody’s triggers"
      className="card divide-y divide-line overflow-hidden"
    >
      {triggers.map((trigger) => (
        <OtherUsersTrigger
          key={trigger.id}
          signal={trigger}
          owner={members.data && (people.find(({ id }) => id === trigger.user_id)?.name ?? null)}
          agent={agents.data && (known.find(({ id }) => id === trigger.agent_id)?.name ?? null)}
        />
      ))}
    </ul>
  )
}

function Filters({ place }: { readonly place: TriggersSearch }) {
  const navigate = useNavigate()
  const members = useQuery(membersQuery)
  const people = members.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const { owner = '', enabled = '' } = place
  const gone = owner !== '' && !people.some(({ value }) => value === owner)
  const show = (search: TriggersSearch) => void navigate({ to: '/triggers/everybody', search })
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <Choice
        label="Person"
        className="w-48"
        value={owner}
        options={[
          { value: '', label: 'Everybody' },
          ...people,
          ...(gone ? [{ value: owner, label: 'Somebody else' }] : []),
        ]}
        onChange={({ target }) => show(placeOf(target.value, enabled))}
      />
      <Choice
        label="State"
        className="w-36"
        value={enabled}
        options={[
          { value: '', label: 'Enabled and disabled' },
          { value: 'true', label: 'Enabled' },
          { value: 'false', label: 'Disabled' },
        ]}
        onChange={({ target }) => show(placeOf(owner, target.value))}
      />
    </div>
  )
}

function placeOf(owner: string, enabled: string): TriggersSearch {
  return {
    ...(owner && { owner }),
    ...((enabled === 'true' || enabled === 'false') && { enabled }),
  }
}

function NoTriggers({ filtered }: { readonly filtered: boolean }) {
  return filtered ? (
    <Empty
      icon={<AlarmClock size={20} />}
      title="None fits"
      action={
        <Link to="/triggers/everybody" search={{}} className={buttonClass()}>
          Show all of them
        </Link>
      }
    >
      No trigger of that person and state is there.
    </Empty>
  ) : (
    <Empty
      icon={<AlarmClock size={20} />}
      title="Nothing starts by itself in the organisation"
      action={
        <Link to="/triggers/new" className={buttonClass('primary')}>
          New trigger
        </Link>
      }
    >
      Every member sets up their own under Triggers; here they can all be seen, followed and
      stopped. Begin with one of yours.
    </Empty>
  )
}

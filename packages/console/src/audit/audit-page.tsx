import type { AuditEntryBody } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Page } from '../design/page.tsx'
import { PagedList } from '../design/paged-list.tsx'
import { Empty } from '../design/states.tsx'
import { memberLabel } from '../settings/member-label.ts'
import { membersQuery } from '../settings/organisation-queries.ts'
import { AllowedPage } from '../shell/allowed-page.tsx'
import { api } from '../shell/api.ts'
import { useCan } from '../shell/use-me.ts'

const route = getRouteApi('/app/audit')

interface Filters {
  readonly action?: string
  readonly target?: string
  readonly trace_id?: string
}

export function AuditPage() {
  return (
    <AllowedPage title="Audit" needs="audit.read" does="reads the audit log">
      <AuditLog />
    </AllowedPage>
  )
}

function AuditLog() {
  const filters = route.useSearch()
  const entries = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam }) =>
      api.audit.list({ ...filters, limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (previous) => previous,
  })
  return (
    <Page
      title="Audit"
      subtitle="Who did what, when. Each entry is chained to the one before; repertoire audit verify checks it."
    >
      <FilterForm filters={filters} />
      <PagedList
        list={entries}
        what="The audit log"
        rows={8}
        next="older"
        whenEmpty={
          <Empty icon={<ScrollText size={20} />} title="No entry fits">
            Change or clear the filters. An action is written in full, such as skill-created.
          </Empty>
        }
      >
        {(items) => <Entries items={items} />}
      </PagedList>
    </Page>
  )
}

function FilterForm({ filters }: { readonly filters: Filters }) {
  const navigate = useNavigate({ from: '/audit' })
  const [typed, setTyped] = useState(filters)
  useEffect(() => setTyped(filters), [filters])
  const field = (key: keyof Filters, label: string) => (
    <TextField
      label={label}
      mono
      className="min-w-36 flex-1"
      value={typed[key] ?? ''}
      onChange={(event) => setTyped({ ...typed, [key]: event.target.value.trim() })}
    />
  )
  return (
    <form
      className="mb-4 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ search: typed, replace: true })
      }}
    >
      {field('action', 'Action')}
      {field('target', 'Target')}
      {field('trace_id', 'Trace')}
      <Button type="submit">Filter</Button>
      <Button variant="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
        Clear
      </Button>
      <AccessFilters active={filters.action} />
    </form>
  )
}

/** Actions of credentials, which nobody types by heart. */
const accessActions = [
  ['session-created', 'Sign-ins'],
  ['session-refused', 'Refused sign-ins'],
  ['key-refused', 'Refused keys'],
  ['key-used', 'Key use'],
  ['access-refused', 'Refused access'],
  ['skill-exported', 'Skill exports'],
  ['audit-exported', 'Log exports'],
] as const

function AccessFilters({ active }: { readonly active: string | undefined }) {
  const navigate = useNavigate({ from: '/audit' })
  return (
    <fieldset className="flex basis-full flex-wrap gap-1" aria-label="Access">
      {accessActions.map(([action, label]) => (
        <Button
          key={action}
          variant="quiet"
          aria-pressed={active === action}
          onClick={() =>
            void navigate({ search: active === action ? {} : { action }, replace: true })
          }
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

function Entries({ items }: { readonly items: readonly AuditEntryBody[] }) {
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') })
  const names = new Map(members.data?.items.map((member) => [member.id, memberLabel(member)]))
  return (
    <section
      aria-label="Audit log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
      tabIndex={0}
      className="card overflow-x-auto"
    >
      <table className="w-full min-w-[44rem] text-left text-xs">
        <thead className="text-ink-3 [&_th]:px-4 [&_th]:py-2 [&_th]:font-medium">
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">Action</th>
            <th scope="col">Target</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line [&_td]:px-4 [&_td]:py-2 [&_td]:align-top">
          {items.map((entry) => (
            <tr key={entry.id}>
              <td className="whitespace-nowrap tabular-nums text-ink-2">
                <time dateTime={entry.at}>{new Date(entry.at).toLocaleString()}</time>
              </td>
              <td title={entry.actor ?? ''}>
                {entry.actor ? (names.get(entry.actor) ?? entry.actor) : actorless(entry)}
                {entry.address !== null && (
                  <span className="block font-mono text-xs text-ink-3">{entry.address}</span>
                )}
              </td>
              <td>
                <FilterLink by={{ action: entry.action }}>{entry.action}</FilterLink>
              </td>
              <td className="max-w-56">
                <FilterLink by={{ target: entry.target }} shown={targetName(entry)}>
                  {entry.target}
                </FilterLink>
              </td>
              <td>
                <EntryDetails entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Who did something that no member did: the server itself, or somebody it did not let in. */
function actorless({ action }: AuditEntryBody): string {
  return action === 'session-refused' || action === 'key-refused' ? 'unknown' : 'system'
}

/** What a person calls the target; its id where the entry tells no more. */
function targetName({ target, details }: AuditEntryBody): string {
  const known = [details.slug, details.name, details.tool]
  const name = known.find((text) => typeof text === 'string' && text !== '')
  return typeof name === 'string' ? name : target
}

interface FilterLinkProps {
  readonly by: Filters
  readonly children: string
  /** What stands there instead of the text that is searched for. */
  readonly shown?: string
}

function FilterLink({ by, children, shown = children }: FilterLinkProps) {
  const navigate = useNavigate({ from: '/audit' })
  return (
    <button
      type="button"
      title={`Show only ${children}`}
      onClick={() => void navigate({ search: by })}
      className="min-h-6 max-w-full truncate font-mono text-xs hover:underline"
    >
      {shown}
    </button>
  )
}

function EntryDetails({ entry }: { readonly entry: AuditEntryBody }) {
  return (
    <details>
      <summary className="min-h-6 text-accent-ink underline underline-offset-2">Show</summary>
      {entry.trace_id && (
        <p className="mt-1">
          Trace <FilterLink by={{ trace_id: entry.trace_id }}>{entry.trace_id}</FilterLink>
        </p>
      )}
      {entry.credential_id !== null && (
        <p className="mt-1">
          Credential <span className="font-mono text-xs">{entry.credential_id}</span>
        </p>
      )}
      <p className="mt-1" title={entry.hash}>
        Entry {entry.seq}, hash{' '}
        <span className="font-mono text-xs">{entry.hash.slice(0, 12)}…</span>
      </p>
      <pre className="mt-1 max-w-md whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
        {JSON.stringify(entry.details, null, 2)}
      </pre>
    </details>
  )
}

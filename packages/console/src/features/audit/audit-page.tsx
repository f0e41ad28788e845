import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { pagedQuery } from '../../shared/api/query-options.ts'
import type { AuditSearch } from '../../shared/api/search-params.ts'
import { groupBy } from '../../shared/design/group-by.ts'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { AuditFilters, useMemberNames } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'
import { type AuditGroup, groupEntries } from './group-entries.ts'

const route = getRouteApi('/app/audit')

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
    ...pagedQuery(['audit', filters], (page) =>
      api.audit.list({ ...requestOf(filters), limit: 100, ...page }),
    ),
    placeholderData: (previous) => previous,
  })
  return (
    <Page
      title="Audit"
      subtitle="Who did what, when. Each entry is chained to the one before; repertoire audit verify checks it."
    >
      <AuditFilters filters={filters} />
      <PagedList
        list={entries}
        what="The audit log"
        rows={8}
        next="older"
        whenEmpty={
          <Empty icon={<ScrollText size={20} />} title="No entry fits">
            Change or clear the filters.
          </Empty>
        }
      >
        {(items) => <Entries groups={groupEntries(items)} hasMore={entries.hasNextPage} />}
      </PagedList>
    </Page>
  )
}

/** A day is that of the person who reads. */
function requestOf({ day, ...filters }: AuditSearch) {
  if (day === undefined) return filters
  const from = new Date(`${day}T00:00:00`)
  const to = new Date(from)
  to.setDate(to.getDate() + 1)
  return { ...filters, from: from.toISOString(), to: to.toISOString() }
}

const fullDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })

interface EntriesProps {
  readonly groups: readonly AuditGroup[]
  readonly hasMore: boolean
}

function Entries({ groups, hasMore }: EntriesProps) {
  const names = useMemberNames()
  const days = [...groupBy(groups, ([first]) => fullDay.format(new Date(first.at)))]
  const last = groups.at(-1)
  return (
    <section aria-label="Audit log" className="flex flex-col gap-4">
      {days.map(([day, ofDay]) => (
        <div key={day}>
          <h2 className="pb-1 text-xs text-ink-3">{day}</h2>
          <ul aria-label={day} className="card divide-y divide-line">
            {ofDay.map((group) => (
              <AuditRow
                key={group[0].id}
                group={group}
                names={names}
                open={hasMore && group === last}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

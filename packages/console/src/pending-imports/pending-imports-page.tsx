import type { PendingImportSummary } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../design/button.tsx'
import { Choice } from '../design/field.tsx'
import { Page } from '../design/page.tsx'
import { PagedList } from '../design/paged-list.tsx'
import { Empty } from '../design/states.tsx'
import type { PendingImportsSearch } from '../shell/search-params.ts'
import { useMayWriteSkills } from '../shell/use-me.ts'
import { sourcesQuery } from '../sources/source-queries.ts'
import { BulkDecision } from './bulk-decision.tsx'
import { isCleanImport } from './pending-import-labels.ts'
import { pendingImportsQuery } from './pending-import-queries.ts'
import { PendingImportRow } from './pending-import-row.tsx'

const route = getRouteApi('/app/arrivals')

/** What came in from sources and waits for a person; nothing of it can be found or used before. */
export function PendingImportsPage() {
  const search = route.useSearch()
  const { state = 'held', kind, verdict, source } = search
  const list = useInfiniteQuery(pendingImportsQuery({ state, kind, verdict, source_id: source }))
  const writes = useMayWriteSkills('org')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of ids) on ? after.add(id) : after.delete(id)
      return after
    })
  return (
    <Page
      title="Arrivals"
      subtitle="Skills and updates that came in from sources. Nobody’s agent can find or use them before somebody has approved them."
      actions={
        <Link to="/sources" className={buttonClass()}>
          Sources
        </Link>
      }
    >
      <Filters search={search} />
      <PagedList
        list={list}
        what="Arrivals"
        next="older"
        whenEmpty={<Nothing isFiltered={Object.keys(search).length > 0} />}
      >
        {(items) => {
          const clean = items.filter(isCleanImport)
          return (
            <>
              {writes && clean.length > 0 && (
                <BulkDecision
                  clean={clean}
                  chosen={clean.filter(({ id }) => chosen.has(id))}
                  onChoose={choose}
                />
              )}
              <Groups
                items={items}
                chosen={chosen}
                {...(writes && { onChoose: (id, on) => choose([id], on) })}
              />
            </>
          )
        }}
      </PagedList>
    </Page>
  )
}

interface GroupsProps {
  readonly items: readonly PendingImportSummary[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose?: (id: string, on: boolean) => void
}

/** Together by the source they came from. */
function Groups({ items, chosen, onChoose }: GroupsProps) {
  const groups = new Map<string, PendingImportSummary[]>()
  for (const item of items) {
    const name = item.source_name ?? 'Brought by hand'
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return [...groups].map(([name, group]) => (
    <section key={name} className="mb-6">
      <h2 className="mb-2 text-sm text-ink-2 [overflow-wrap:anywhere]">{name}</h2>
      <ul aria-label={name} className="card divide-y divide-line overflow-hidden">
        {group.map((item) => (
          <PendingImportRow
            key={item.id}
            arrival={item}
            chosen={chosen.has(item.id)}
            {...(onChoose &&
              isCleanImport(item) && { onChoose: (on: boolean) => onChoose(item.id, on) })}
          />
        ))}
      </ul>
    </section>
  ))
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Empty
      icon={<PackageCheck size={20} />}
      title={isFiltered ? 'Nothing fits these filters' : 'Nothing waits for you'}
      action={
        <Link to="/sources" className={buttonClass('primary')}>
          Go to Sources
        </Link>
      }
    >
      New and changed skills of your sources appear here with what they ask for, what the scan
      found, and their licence.
    </Empty>
  )
}

function Filters({ search }: { readonly search: PendingImportsSearch }) {
  const navigate = useNavigate({ from: '/arrivals' })
  const sources = useQuery(sourcesQuery)
  const change = (part: PendingImportsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  const any = { value: '', label: 'All' }
  return (
    <div className="mb-5 grid gap-3 sm:grid-cols-4">
      <Choice
        label="State"
        value={search.state ?? 'held'}
        onChange={({ target }) => change({ state: target.value as PendingImportSummary['state'] })}
        options={[
          { value: 'held', label: 'Waiting' },
          { value: 'quarantined', label: 'Quarantined' },
          { value: 'approved', label: 'Approved' },
          { value: 'rejected', label: 'Rejected' },
          { value: 'superseded', label: 'Ended by source' },
        ]}
      />
      <Choice
        label="Kind"
        value={search.kind ?? ''}
        onChange={({ target }) => change({ kind: asChoice(target.value) })}
        options={[
          any,
          { value: 'new', label: 'New skills' },
          { value: 'update', label: 'Updates' },
        ]}
      />
      <Choice
        label="Scan"
        value={search.verdict ?? ''}
        onChange={({ target }) => change({ verdict: asChoice(target.value) })}
        options={[
          any,
          { value: 'clean', label: 'Clean' },
          { value: 'notice', label: 'Notes' },
          { value: 'review', label: 'Look closely' },
          { value: 'blocked', label: 'Blocked' },
          { value: 'incomplete', label: 'Incomplete' },
        ]}
      />
      <Choice
        label="Source"
        value={search.source ?? ''}
        onChange={({ target }) => change({ source: asChoice(target.value) })}
        options={[
          any,
          ...(sources.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  )
}

/** What a select was set to; undefined for all. */
function asChoice<Value extends string>(value: string): Value | undefined {
  return value === '' ? undefined : (value as Value)
}

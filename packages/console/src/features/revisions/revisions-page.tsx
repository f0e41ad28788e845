import type { PendingRevisionSummary } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import { useState } from 'react'
import type { ReviewsSearch } from '../../shared/api/search-params.ts'
import { buttonClass } from '../../shared/design/button.tsx'
import { Choice } from '../../shared/design/field.tsx'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { sourcesQuery } from '../../shared/queries/source-queries.ts'
import { useMayWriteSkills } from '../../shared/session/use-me.ts'
import { BulkDecision } from './bulk-decision.tsx'
import { isCleanImport } from './revision-labels.ts'
import { reviewsQuery } from './revision-queries.ts'
import { RevisionRow } from './revision-row.tsx'

const route = getRouteApi('/app/reviews')

/** Imports and proposals in any state: what became of them, and what is set aside. */
export function RevisionsPage() {
  const search = route.useSearch()
  const { state = 'held', kind, verdict, source } = search
  const list = useInfiniteQuery(reviewsQuery({ state, kind, verdict, source_id: source }))
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
      title="Imports and proposals"
      subtitle="Skills and changes that came from sources, agents and members, and what was decided. Nobody’s agent can find or use them before somebody has approved them."
      actions={
        <Link to="/sources" className={buttonClass()}>
          Sources
        </Link>
      }
    >
      <Filters search={search} />
      <PagedList
        list={list}
        what="Imports and proposals"
        next="older"
        whenEmpty={<EmptyState isFiltered={Object.keys(search).length > 0} />}
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
  readonly items: readonly PendingRevisionSummary[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose?: (id: string, on: boolean) => void
}

/** Together by the source they came from. */
function Groups({ items, chosen, onChoose }: GroupsProps) {
  const groups = new Map<string, PendingRevisionSummary[]>()
  for (const item of items) {
    const name = groupOf(item)
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return [...groups].map(([name, group]) => (
    <section key={name} className="mb-6">
      <h2 className="mb-2 text-sm text-ink-2 [overflow-wrap:anywhere]">{name}</h2>
      <ul aria-label={name} className="card divide-y divide-line overflow-hidden">
        {group.map((item) => (
          <RevisionRow
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

function groupOf({ proposal, source_name: source }: PendingRevisionSummary): string {
  if (proposal) return proposal.by === 'member' ? 'Offered by members' : 'Written by agents'
  return source ?? 'Brought by hand'
}

function EmptyState({ isFiltered }: { readonly isFiltered: boolean }) {
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
      New and changed skills of your sources, and what agents and members propose, appear here with
      what they ask for and what the scan found.
    </Empty>
  )
}

function Filters({ search }: { readonly search: ReviewsSearch }) {
  const navigate = useNavigate({ from: '/reviews' })
  const sources = useQuery(sourcesQuery)
  const change = (part: ReviewsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  const any = { value: '', label: 'All' }
  return (
    <div className="mb-5 grid gap-3 sm:grid-cols-4">
      <Choice
        label="State"
        value={search.state ?? 'held'}
        onChange={({ target }) =>
          change({ state: target.value as PendingRevisionSummary['state'] })
        }
        options={[
          { value: 'held', label: 'Waiting' },
          { value: 'quarantined', label: 'Quarantined' },
          { value: 'approved', label: 'Approved' },
          { value: 'rejected', label: 'Rejected' },
          { value: 'superseded', label: 'Ended by source' },
          { value: 'withdrawn', label: 'Withdrawn' },
          { value: 'stale', label: 'Out of date' },
        ]}
      />
      <Choice
        label="Kind"
        value={search.kind ?? ''}
        onChange={({ target }) => change({ kind: asChoice(target.value) })}
        options={[
          any,
          { value: 'import', label: 'Imports' },
          { value: 'update', label: 'Updates' },
          { value: 'proposal', label: 'Proposals of agents' },
          { value: 'offer', label: 'Offers of members' },
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

import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Import, PackageSearch, Plus, Route, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import { type SkillFilters, skillsQuery } from '../../shared/api/queries.ts'
import { useWide } from '../../shared/browser/use-wide.ts'
import { buttonClass } from '../../shared/design/button.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { Page } from '../../shared/design/page.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { ProposalsWaiting } from '../revisions/proposals-waiting.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterBar, TagFacet } from './skill-filters.tsx'
import { SkillList } from './skill-list.tsx'
import { SkillPeek } from './skill-peek.tsx'
import { SourceFilter } from './source-filter.tsx'
import { useSearchLog } from './use-search-log.ts'
import { ViewBar } from './views/view-bar.tsx'

const route = getRouteApi('/app/skills')

export function SkillsPage() {
  const navigate = useNavigate({ from: '/skills' })
  const { peek, ...filters } = route.useSearch()
  const wide = useWide()
  useSearchLog(filters.q)
  const onPeek = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: (before) => ({ ...before, peek: id }) as SkillFilters,
        ...{ replace: true, resetScroll: false },
      }),
    [navigate],
  )
  const writable = useCan('skills.write')
  const change = useCallback(
    (next: { [Key in keyof SkillFilters]?: SkillFilters[Key] | undefined }) =>
      void navigate({
        search: (before) => ({ ...before, ...next }) as SkillFilters,
        replace: true,
      }),
    [navigate],
  )
  const tags = filters.tags ? filters.tags.split(',') : []
  const { data } = useInfiniteQuery(skillsQuery(filters))
  const total = data?.pages[0]?.total
  return (
    <div className="flex">
      <div className="min-w-0 flex-1">
        <Page
          title="Skills"
          note={total === undefined ? null : formatCount(total)}
          actions={
            <>
              <Link to="/routing" className={buttonClass('quiet')}>
                <Route size={15} aria-hidden="true" />{' '}
                <span className="sr-only sm:not-sr-only">Routing</span>
              </Link>
              {writable && (
                <>
                  <Link to="/skills/deleted" className={buttonClass('quiet')}>
                    <Trash2 size={15} aria-hidden="true" />{' '}
                    <span className="sr-only sm:not-sr-only">Recently deleted</span>
                  </Link>
                  <Link to="/sources/browse" className={buttonClass()}>
                    <PackageSearch size={15} aria-hidden="true" />{' '}
                    <span className="sr-only sm:not-sr-only">Browse</span>
                  </Link>
                  <Link to="/skills/import" className={buttonClass()}>
                    <Import size={15} aria-hidden="true" /> Import
                  </Link>
                  <Link to="/skills/new" className={buttonClass('primary')}>
                    <Plus size={15} aria-hidden="true" /> New skill
                  </Link>
                </>
              )}
            </>
          }
        >
          <ProposalsWaiting />
          <FilterBar filters={filters} onChange={change} />
          <div className="mb-3">
            <FilterChips filters={filters} onChange={change} />
          </div>
          <ViewBar filters={filters} />
          {filters.source_id && (
            <SourceFilter
              sourceId={filters.source_id}
              onClear={() => change({ source_id: undefined })}
            />
          )}
          <TagFacet
            chosen={tags}
            writable={writable}
            onChange={(next) => change({ tags: next.join(',') || undefined })}
          />
          <SkillList
            filters={filters}
            writable={writable}
            peek={peek}
            onPeek={onPeek}
            onSort={change}
          />
        </Page>
      </div>
      {wide && peek !== undefined && <SkillPeek id={peek} onClose={() => onPeek(undefined)} />}
    </div>
  )
}

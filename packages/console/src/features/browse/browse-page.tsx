import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PackageSearch } from 'lucide-react'
import { useCallback } from 'react'
import type { BrowseSearch } from '../../shared/api/search-params.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Page } from '../../shared/design/page.tsx'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { useCan, useMayWriteSkills } from '../../shared/session/use-me.ts'
import { BrowseFilters } from './browse-filters.tsx'
import { BrowseTabs } from './browse-tabs.tsx'
import { filterCatalogItems } from './catalog-item-state.ts'
import { CatalogList } from './catalog-list.tsx'
import { catalogQuery, useFollowedSources } from './catalog-query.ts'
import { RefreshCatalog } from './refresh-catalog.tsx'

const route = getRouteApi('/app/sources/browse')

/** What the sources offer, what of it is here, and the way to bring the rest in. */
export function BrowsePage() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/sources/browse' })
  const change = useCallback(
    (part: BrowseSearch) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  )
  const catalog = useQuery(catalogQuery)
  const sources = useFollowedSources()
  const mayRefresh = useMayWriteSkills('org')
  const { items = [], errors = [] } = catalog.data ?? {}
  const found = filterCatalogItems(items, search)
  return (
    <Page
      title="Browse"
      subtitle="What your sources offer. What you install is disabled until somebody enables it."
      actions={
        <>
          {mayRefresh && items.length > 0 && <RefreshCatalog sourceId={search.source} />}
          <Link to="/sources" className={buttonClass()}>
            Sources
          </Link>
        </>
      }
    >
      <BrowseTabs />
      <QueryPlaceholder for={catalog} what="The catalogue" rows={6} />
      {errors.length > 0 && (
        <div className="mb-4 flex flex-col gap-2">
          {errors.map(({ source_id, source_name, problem }) => (
            <Notice
              key={source_id}
              tone="warn"
              title={<MarkedText text={`${source_name} could not be read again`} />}
            >
              <MarkedText text={`${problem.message} ${problem.hint ?? ''}`} />
            </Notice>
          ))}
        </div>
      )}
      {catalog.isSuccess && items.length === 0 && (
        <NothingOffered isReading={sources.some((one) => one.last_sync_status === 'running')} />
      )}
      {items.length > 0 && (
        <>
          <BrowseFilters
            search={search}
            sources={sources.filter(({ enabled }) => enabled)}
            onChange={change}
          />
          <CatalogList items={found} sources={sources} />
        </>
      )}
      {items.length > 0 && found.length === 0 && (
        <Empty
          icon={<PackageSearch size={20} />}
          title="Nothing fits"
          action={
            <Button onClick={() => change({ q: undefined, source: undefined, show: undefined })}>
              Show everything
            </Button>
          }
        >
          Use fewer or other words, or look in all sources.
        </Empty>
      )}
    </Page>
  )
}

function NothingOffered({ isReading }: { readonly isReading: boolean }) {
  const writes = useCan('skills.write')
  if (isReading)
    return (
      <Empty icon={<PackageSearch size={20} />} title="The sources are being read">
        What they have is listed here in a moment.
      </Empty>
    )
  return (
    <Empty
      icon={<PackageSearch size={20} />}
      title="No source offers a skill yet"
      action={
        <Link to="/sources" className={buttonClass('primary')}>
          {writes ? 'Add a source' : 'Go to Sources'}
        </Link>
      }
    >
      {writes
        ? 'Add a Git repository, a site or a registry under Sources. What it has is listed here as soon as it was read.'
        : 'Whoever may write skills adds sources. What they have is listed here.'}
    </Empty>
  )
}

import type { SourceBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PackageSearch } from 'lucide-react'
import type { RegistrySearch } from '../../shared/api/search-params.ts'
import { buttonClass } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Page } from '../../shared/design/page.tsx'
import { SearchBox } from '../../shared/design/search-box.tsx'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { sourcesQuery } from '../../shared/queries/source-queries.ts'
import { isRegistry } from '../sources/source-draft.ts'
import { BrowseTabs } from './browse-tabs.tsx'
import { RegistryOff } from './registry-off.tsx'
import { registryQuery } from './registry-queries.ts'
import { RegistryRow } from './registry-row.tsx'

const route = getRouteApi('/app/sources/registry')

/** A registry is searched, looked into, and skills are taken from it. */
export function RegistryPage() {
  const sources = useQuery(sourcesQuery)
  // The oldest first: it is the one that is asked when none is named.
  const registries = (sources.data?.items ?? [])
    .filter(({ source_type: kind }) => kind !== 'samples' && isRegistry(kind))
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
  const enabled = registries.filter((one) => one.enabled)
  return (
    <Page
      title="Browse"
      subtitle="Skills of a registry. Nothing of it is kept before you take it."
      actions={
        <Link to="/sources" className={buttonClass()}>
          Sources
        </Link>
      }
    >
      <BrowseTabs />
      <QueryPlaceholder for={sources} what="The registries" rows={6} />
      {sources.isSuccess &&
        (enabled.length === 0 ? (
          <RegistryOff off={registries[0]} />
        ) : (
          <RegistryList registries={enabled} />
        ))}
    </Page>
  )
}

function RegistryList({ registries }: { readonly registries: readonly SourceBody[] }) {
  const { q = '', source } = route.useSearch()
  const navigate = useNavigate({ from: '/sources/registry' })
  const change = (part: RegistrySearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  const sourceId = registries.some(({ id }) => id === source) ? source : undefined
  const listed = useQuery(registryQuery({ q, sourceId }))
  const skills = listed.data?.skills ?? []
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search the registry"
          placeholder="Search by what it does…  ( / )"
          value={q}
          onChange={(text) => change({ q: text || undefined })}
        />
        {registries.length > 1 && (
          <select
            aria-label="Registry"
            value={sourceId ?? ''}
            onChange={({ target }) => change({ source: target.value || undefined })}
            className="field-base h-8 w-auto max-w-full py-0 text-xs"
          >
            {registries.map(({ id, name }, at) => (
              <option key={id} value={at === 0 ? '' : id}>
                {renderAnnotations(name)}
              </option>
            ))}
          </select>
        )}
      </div>
      <QueryPlaceholder for={listed} what="The registry" rows={6} />
      {listed.isSuccess && skills.length === 0 && (
        <Empty icon={<PackageSearch size={20} />} title="The registry has nothing that fits">
          Use fewer or other words.
        </Empty>
      )}
      {listed.data && skills.length > 0 && (
        <section>
          <h2 className="mb-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
            {q === '' ? 'Trending in ' : 'Found in '}
            <MarkedText text={listed.data.registry.name} />
          </h2>
          <ul
            aria-label={`Skills of ${listed.data.registry.name}`}
            className="card divide-y divide-line overflow-hidden"
          >
            {skills.map((skill) => (
              <RegistryRow key={skill.id} skill={{ ...skill, registry: listed.data.registry }} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

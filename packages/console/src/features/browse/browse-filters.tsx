import type { SourceBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import type { BrowseSearch } from '../../shared/api/search-params.ts'
import { SearchBox } from '../../shared/design/search-box.tsx'

interface BrowseFiltersProps {
  readonly search: BrowseSearch
  readonly sources: readonly SourceBody[]
  readonly onChange: (change: BrowseSearch) => void
}

const shown = [
  ['', 'Everything'],
  ['available', 'Not installed'],
  ['installed', 'Installed'],
  ['updates', 'With an update'],
  ['blocked', 'Refused'],
] as const

/** What of it is listed: words, source, state; all of it is in the address bar. */
export function BrowseFilters({ search, sources, onChange }: BrowseFiltersProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <SearchBox
        label="Search what the sources offer"
        placeholder="Search by name or by what it does…  ( / )"
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <select
        aria-label="Source"
        value={search.source ?? ''}
        onChange={({ target }) => onChange({ source: target.value || undefined })}
        className="field-base h-8 w-auto max-w-full py-0 text-xs"
      >
        <option value="">All sources</option>
        {sources.map(({ id, name }) => (
          <option key={id} value={id}>
            {renderAnnotations(name)}
          </option>
        ))}
      </select>
      <select
        aria-label="Show"
        value={search.show ?? ''}
        onChange={({ target }) =>
          onChange({ show: (target.value || undefined) as BrowseSearch['show'] })
        }
        className="field-base h-8 w-auto py-0 text-xs"
      >
        {shown.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

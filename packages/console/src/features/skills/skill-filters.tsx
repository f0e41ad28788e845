import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { SkillFilters } from '../../shared/api/queries.ts'
import { tagsQuery } from '../../shared/api/queries.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { SearchBox } from '../../shared/design/search-box.tsx'
import { Segments } from '../../shared/design/segments.tsx'
import { provenanceLabels } from './provenance-labels.ts'
import { TagDialog } from './tag-dialog.tsx'

interface FilterBarProps {
  readonly filters: SkillFilters
  readonly onChange: (
    change: { [Key in keyof SkillFilters]?: SkillFilters[Key] | undefined },
  ) => void
}

/** What is in the list: words, scope, switch; all of it is in the address bar. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox
        label="Search skills"
        placeholder="Search by what you need…  ( / )"
        value={filters.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <Segments
        label="Scope"
        value={filters.scope ?? ''}
        options={[
          { value: '', label: 'All' },
          { value: 'org', label: 'Org' },
          { value: 'user', label: 'My' },
        ]}
        onChange={(scope) => onChange({ scope: (scope || undefined) as SkillFilters['scope'] })}
      />
      <Segments
        label="State"
        value={filters.archived ? 'archived' : (filters.enabled ?? '')}
        options={[
          { value: '', label: 'Any' },
          { value: 'true', label: 'Enabled' },
          { value: 'false', label: 'Disabled' },
          { value: 'archived', label: 'Archived' },
        ]}
        onChange={(state) => onChange(stateFilter(state))}
      />
      <select
        aria-label="Written by"
        value={filters.provenance ?? ''}
        onChange={(event) =>
          onChange({ provenance: (event.target.value || undefined) as SkillFilters['provenance'] })
        }
        className="field-base h-8 w-auto py-0 text-xs"
      >
        <option value="">From anywhere</option>
        {Object.entries(provenanceLabels).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The archive is a place of its own: what is in it is offered to nobody, whatever its switch says. */
function stateFilter(state: string): {
  readonly enabled: SkillFilters['enabled'] | undefined
  readonly archived: 'true' | undefined
} {
  if (state === 'archived') return { enabled: undefined, archived: 'true' }
  return { enabled: (state || undefined) as SkillFilters['enabled'], archived: undefined }
}

interface TagFacetProps {
  readonly chosen: readonly string[]
  readonly writable: boolean
  readonly onChange: (tags: readonly string[]) => void
}

const shownTags = 8

/** The commonest tags, and every chosen one. */
export function TagFacet({ chosen, writable, onChange }: TagFacetProps) {
  const [all, setAll] = useState(false)
  const [managing, setManaging] = useState(false)
  const { data } = useQuery(tagsQuery)
  const tags = data?.items ?? []
  if (tags.length === 0) return null
  const ordered = [...tags].sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
  const visible = all
    ? ordered
    : ordered.filter(({ tag }, index) => index < shownTags || chosen.includes(tag))
  return (
    <fieldset
      className={classNames(
        'mb-3 flex min-w-0 gap-1.5 py-0.5',
        all ? 'flex-wrap' : 'overflow-x-auto [scrollbar-width:none]',
      )}
    >
      <legend className="sr-only">Tags</legend>
      {visible.map(({ tag, count }) => {
        const on = chosen.includes(tag)
        return (
          <button
            key={tag}
            type="button"
            aria-pressed={on}
            onClick={() =>
              onChange(on ? chosen.filter((other) => other !== tag) : [...chosen, tag])
            }
            className={classNames(
              'inline-flex h-6 shrink-0 items-center gap-1 rounded-full border px-2 text-xs',
              on
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line text-ink-2 hover:bg-hover',
            )}
          >
            {on && <X size={11} aria-hidden="true" />}#<MarkedText text={tag} />
            <span className="tabular-nums text-ink-3">{count}</span>
          </button>
        )
      })}
      {tags.length > shownTags && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="h-6 shrink-0 rounded-full px-2 text-xs text-ink-3 underline underline-offset-2 hover:text-ink"
        >
          {all ? 'Fewer tags' : `All ${tags.length} tags`}
        </button>
      )}
      {writable && (
        <button
          type="button"
          onClick={() => setManaging(true)}
          className="h-6 shrink-0 rounded-full px-2 text-xs text-ink-3 underline underline-offset-2 hover:text-ink"
        >
          Manage tags
        </button>
      )}
      <TagDialog open={managing} onClose={() => setManaging(false)} />
    </fieldset>
  )
}

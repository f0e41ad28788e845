import type { InboxPageBody, SourceBody } from '@repertoire/protocol'
import { useNavigate } from '@tanstack/react-router'
import { History, ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { InboxSearch } from '../../shared/api/search-params.ts'
import { IconButton } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { ActionMenu } from '../../shared/design/menu.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { SearchBox } from '../../shared/design/search-box.tsx'
import { Segments } from '../../shared/design/segments.tsx'
import { InboxFilterChips, InboxFilterFields } from './inbox-filters.tsx'

interface InboxHeaderProps {
  readonly search: InboxSearch
  readonly sources: readonly Pick<SourceBody, 'id' | 'name'>[]
  readonly groups: InboxPageBody['groups']
  readonly onChange: (part: Partial<InboxSearch>) => void
  /** Given where many can be decided together. */
  readonly selection?: {
    readonly all: boolean
    readonly count: number
    readonly selectable: number
    readonly selectAll: () => void
    readonly clear: () => void
  }
}

/** Above the list: search, filters, how it is shown, and the way to decide about all of it. */
export function InboxHeader({ search, sources, groups, onChange, selection }: InboxHeaderProps) {
  const [filtering, setFiltering] = useState(false)
  const { q: text = '', view } = search
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-1 pl-5 pr-3">
        <h1 className="mr-auto text-xl">Inbox</h1>
        <Segments
          label="Show"
          value={view ?? 'list'}
          options={[
            { value: 'list', label: 'List' },
            { value: 'groups', label: 'Reasons' },
          ]}
          onChange={(next) => onChange({ view: next === 'groups' ? next : undefined })}
        />
        <IconButton
          label="Filter"
          aria-expanded={filtering}
          aria-controls="inbox-filters"
          onClick={() => setFiltering((on) => !on)}
          className={classNames('ml-1', filtering && 'bg-hover text-ink')}
        >
          <ListFilter size={16} />
        </IconButton>
        <DecidedLink />
      </header>
      <div className="flex px-5 pb-2.5">
        <SearchBox
          label="Search the inbox"
          placeholder="Search by name, reason or path"
          value={text}
          onChange={(q) => onChange({ q: q || undefined })}
        />
      </div>
      {filtering && <InboxFilterFields {...{ search, sources, groups, onChange }} />}
      <div className={classNames('shrink-0', filtering && 'pt-2.5')}>
        <InboxFilterChips {...{ search, sources, onChange }} />
      </div>
      {selection && selection.selectable > 1 && view === undefined && (
        <label className="flex h-9 shrink-0 items-center gap-3 border-y border-line px-5 text-xs text-ink-2">
          <input
            type="checkbox"
            checked={selection.all}
            onChange={() => (selection.all ? selection.clear() : selection.selectAll())}
            className="size-4 accent-accent"
          />
          Select all {formatCount(selection.selectable)} imports and updates
        </label>
      )}
    </>
  )
}

/** To what no longer waits. */
function DecidedLink() {
  const navigate = useNavigate()
  return (
    <ActionMenu
      trigger={
        <IconButton label="What was decided">
          <History size={16} />
        </IconButton>
      }
      actions={[
        { label: 'Answered approvals', onSelect: () => void navigate({ to: '/approvals' }) },
        {
          label: 'Decided imports and proposals',
          onSelect: () => void navigate({ to: '/reviews', search: { state: 'approved' } }),
        },
      ]}
    />
  )
}

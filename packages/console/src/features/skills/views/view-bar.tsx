import { Link } from '@tanstack/react-router'
import { BookmarkPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SkillFilters } from '../../../shared/api/queries.ts'
import { Button, IconButton } from '../../../shared/design/button.tsx'
import { classNames } from '../../../shared/design/class-names.ts'
import { ActionMenu } from '../../../shared/design/menu.tsx'
import { showToast } from '../../../shared/design/show-toast.ts'
import { useMe } from '../../../shared/session/use-me.ts'
import {
  changeViews,
  isShown,
  renamedView,
  type SavedView,
  useSavedViews,
  withView,
} from './saved-views.ts'
import { ViewNameDialog } from './view-name-dialog.tsx'

/** Milliseconds the offer to undo stays on the page. */
const undoWindow = 10_000

/** The person's own views of the list, and a way to keep the present one. */
export function ViewBar({ filters }: { readonly filters: SkillFilters }) {
  const { id } = useMe().member
  const views = useSavedViews(id)
  const [naming, setNaming] = useState<'new' | SavedView | null>(null)
  const shown = views.find((view) => isShown(view, filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (views.length === 0 && !isFiltered) return null
  function keep(name: string): void {
    if (naming === 'new') changeViews(id, (before) => withView(before, { name, filters }))
    else if (naming !== null)
      changeViews(id, (before) => renamedView(before, { from: naming.name, to: name }))
    setNaming(null)
  }
  return (
    <nav
      aria-label="Saved views"
      className="mb-3 flex min-w-0 items-center gap-1.5 overflow-x-auto py-0.5 [scrollbar-width:none]"
    >
      {views.map((view) => (
        <ViewChip key={view.name} view={view} isCurrent={view === shown} />
      ))}
      {shown && (
        <ActionMenu
          trigger={
            <IconButton label={`Change the view ${shown.name}`}>
              <Ellipsis size={15} />
            </IconButton>
          }
          actions={[
            {
              label: 'Rename…',
              icon: <Pencil size={14} aria-hidden="true" />,
              onSelect: () => setNaming(shown),
            },
            {
              label: 'Delete',
              icon: <Trash2 size={14} aria-hidden="true" />,
              danger: true,
              onSelect: () => deleteWithUndo(id, shown),
            },
          ]}
        />
      )}
      {isFiltered && !shown && (
        <Button size="small" variant="quiet" onClick={() => setNaming('new')}>
          <BookmarkPlus size={14} aria-hidden="true" /> Save view
        </Button>
      )}
      {naming !== null && (
        <ViewNameDialog
          title={naming === 'new' ? 'Save this view' : `Rename “${naming.name}”`}
          initial={naming === 'new' ? '' : naming.name}
          taken={views.map(({ name }) => name)}
          onName={keep}
          onClose={() => setNaming(null)}
        />
      )}
    </nav>
  )
}

function ViewChip({ view, isCurrent }: { readonly view: SavedView; readonly isCurrent: boolean }) {
  return (
    <Link
      to="/skills"
      search={view.filters}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : 'false'}
      title={view.name}
      className={classNames(
        'inline-flex h-[26px] max-w-48 shrink-0 items-center rounded-md border px-2 text-xs',
        isCurrent
          ? 'border-accent bg-accent-soft text-accent-ink'
          : 'border-line bg-surface text-ink-2 hover:border-line-2',
      )}
    >
      <bdi className="truncate">{view.name}</bdi>
    </Link>
  )
}

/** It comes back where it was. */
function deleteWithUndo(personId: string, view: SavedView): void {
  let at = 0
  changeViews(personId, (views) => {
    at = views.findIndex(({ name }) => name === view.name)
    return views.filter(({ name }) => name !== view.name)
  })
  const restoreView = () =>
    changeViews(personId, (views) =>
      views.some(({ name }) => name === view.name) ? views : views.toSpliced(at, 0, view),
    )
  showToast(`View “${view.name}” deleted`, {
    duration: undoWindow,
    action: { label: 'Undo', onClick: restoreView },
  })
}

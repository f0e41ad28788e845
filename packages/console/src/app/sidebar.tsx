import { Search } from 'lucide-react'
import { commandKey } from '../shared/browser/shortcuts.ts'
import { Key } from '../shared/design/keys.tsx'
import { Mark } from '../shared/design/mark.tsx'
import { useMe } from '../shared/session/use-me.ts'
import { DemoBadge } from './demo-badge.tsx'
import { NavigationFooter, NavigationGroups } from './navigation-groups.tsx'
import { PersonMenu } from './person-menu.tsx'

interface SidebarProps {
  readonly onPalette: () => void
  readonly onShortcuts: () => void
}

/** Beside every page of a wide window: where somebody can go, and who they are. */
export function Sidebar({ onPalette, onShortcuts }: SidebarProps) {
  const { organisation } = useMe()
  return (
    <aside className="hidden h-dvh w-[220px] shrink-0 flex-col overflow-y-auto border-r border-line bg-sidebar p-2 text-sm md:flex">
      <div className="flex h-10 shrink-0 items-center gap-2.5 px-2">
        <Mark size={20} />
        <div className="min-w-0">
          <p className="font-semibold leading-4">Repertoire</p>
          <p className="truncate text-xs text-ink-3" title={organisation.name}>
            {organisation.name}
          </p>
        </div>
      </div>
      <button
        type="button"
        onClick={onPalette}
        className="mb-3 mt-2 flex h-[30px] shrink-0 items-center gap-2 rounded-md border border-line bg-surface pl-2 pr-1.5 text-ink-3 shadow-low hover:border-line-2 hover:text-ink"
      >
        <Search size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="flex-1 truncate text-left">Search or go to…</span>
        <Key>{`${commandKey} K`}</Key>
      </button>
      <nav aria-label="Main" className="flex shrink-0 grow flex-col">
        <NavigationGroups />
        <div className="mt-auto flex flex-col gap-px pt-4">
          <NavigationFooter />
        </div>
      </nav>
      <div className="mt-2 flex shrink-0 flex-col gap-2">
        <DemoBadge />
        <PersonMenu onShortcuts={onShortcuts} />
      </div>
    </aside>
  )
}

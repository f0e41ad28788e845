import { LogOut, Search, X } from 'lucide-react'
import { IconButton } from '../shared/design/button.tsx'
import { Sheet } from '../shared/design/dialog.tsx'
import { ThemeSwitch } from '../shared/design/theme-switch.tsx'
import { signOut } from '../shared/session/sign-out.ts'
import { useMe } from '../shared/session/use-me.ts'
import { DemoBadge } from './demo-badge.tsx'
import {
  NavigationFooter,
  NavigationGroups,
  navigationEntry,
  navigationIcon,
} from './navigation-groups.tsx'

interface PhoneSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onSearch: () => void
}

/** Over a page of the phone: everything that the sidebar of a wide window has. */
export function PhoneSheet({ open, onClose, onSearch }: PhoneSheetProps) {
  const { member, organisation } = useMe()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      label={organisation.name}
      className="fade-in inset-x-0 bottom-0 flex max-h-[85dvh] flex-col overflow-y-auto rounded-t-xl border-t border-line bg-sidebar px-2 pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-high [--entry:44px]"
    >
      <div className="flex items-center justify-between gap-2 py-2 pl-2">
        <h2 className="truncate font-semibold">{organisation.name}</h2>
        <IconButton label="Close" onClick={onClose} className="size-10">
          <X size={18} />
        </IconButton>
      </div>
      <button type="button" onClick={onSearch} className={navigationEntry}>
        <Search size={16} strokeWidth={1.75} aria-hidden="true" className={navigationIcon} />
        Search or go to…
      </button>
      <nav aria-label="All places">
        <NavigationGroups onGo={onClose} />
        <div className="mt-4 border-t border-line pt-2">
          <NavigationFooter onGo={onClose} />
        </div>
      </nav>
      <button type="button" onClick={() => void signOut()} className={navigationEntry}>
        <LogOut size={16} strokeWidth={1.75} aria-hidden="true" className={navigationIcon} />
        <span className="truncate">Sign out {member.name}</span>
      </button>
      <div className="mt-2 flex flex-wrap items-center gap-3 px-2">
        <ThemeSwitch />
        <DemoBadge />
      </div>
    </Sheet>
  )
}

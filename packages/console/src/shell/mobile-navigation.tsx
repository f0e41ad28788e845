import { Link } from '@tanstack/react-router'
import { Ellipsis, Search } from 'lucide-react'
import { Badge } from '../design/badge.tsx'
import { IconButton } from '../design/button.tsx'
import { Mark } from '../design/mark.tsx'
import { InboxCount } from '../inbox/inbox-count.tsx'
import { navigationFor } from './navigation.ts'
import { useMe } from './use-me.ts'

export function PhoneTopBar({ onPalette }: { readonly onPalette: () => void }) {
  const { model } = useMe()
  return (
    <header className="flex h-12 shrink-0 items-center justify-between gap-3 border-b border-line bg-sidebar px-4 md:hidden">
      <span className="flex items-center gap-2 font-semibold tracking-tight">
        <Mark /> Repertoire
      </span>
      <span className="flex min-w-0 items-center gap-2">
        {model.demo && <Badge tone="warn">Demo model (offline)</Badge>}
        <IconButton label="Search or jump to" onClick={onPalette}>
          <Search size={17} />
        </IconButton>
      </span>
    </header>
  )
}

const onPhone: ReadonlySet<string> = new Set(['/chat', '/skills', '/agents', '/inbox', '/settings'])

const tab =
  'relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-2xs text-ink-3 outline-offset-[-2px] aria-[current=page]:font-medium aria-[current=page]:text-accent-ink'

/** A tab for every day's places, as many as fit side by side; the last one opens the list of all. */
export function PhoneTabBar({ onMore }: { readonly onMore: () => void }) {
  const me = useMe()
  return (
    <nav
      aria-label="Main"
      className="flex shrink-0 border-t border-line bg-sidebar pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {navigationFor(me)
        .filter(({ to }) => onPhone.has(to))
        .map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={tab}>
            <Icon size={19} aria-hidden="true" />
            {label}
            {to === '/inbox' && (
              <span className="absolute left-1/2 top-1 ml-1.5">
                <InboxCount />
              </span>
            )}
          </Link>
        ))}
      <button type="button" onClick={onMore} className={tab}>
        <Ellipsis size={19} aria-hidden="true" />
        More
      </button>
    </nav>
  )
}

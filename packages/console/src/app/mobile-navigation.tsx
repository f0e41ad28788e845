import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { InboxCount } from '../features/inbox/inbox-count.tsx'
import { loadDialogs } from '../shared/design/dialog.tsx'
import { prefetchHandlers } from '../shared/design/lazy-component.tsx'
import { useMe } from '../shared/session/use-me.ts'
import { navigationFor, type Place } from './navigation.ts'
import { usePlace } from './navigation-groups.tsx'
import { PhoneSheet } from './phone-sheet.tsx'

const onPhone: ReadonlySet<Place> = new Set(['/chat', '/inbox', '/skills', '/overview'])

const tab =
  'relative flex h-13 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-3 outline-offset-[-2px] aria-[current=page]:text-accent-ink aria-[current=true]:text-accent-ink'

interface PhoneTabBarProps {
  readonly onPalette: () => void
}

/** A tab for every day's places, as many as fit side by side; the last one opens all of them. */
export function PhoneTabBar({ onPalette }: PhoneTabBarProps) {
  const [open, setOpen] = useState(false)
  const place = usePlace()
  const shown = navigationFor(useMe()).filter(({ to }) => onPhone.has(to))
  return (
    <>
      <nav
        aria-label="Main"
        className="flex shrink-0 border-t border-line bg-sidebar pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {shown.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} {...(place === to && { 'aria-current': 'true' })} className={tab}>
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {label}
            {to === '/inbox' && (
              <span className="absolute left-1/2 top-0.5 ml-1">
                <InboxCount />
              </span>
            )}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          {...(place !== null && !onPhone.has(place) && { 'aria-current': 'true' })}
          {...prefetchHandlers(loadDialogs)}
          onClick={() => setOpen(true)}
          className={tab}
        >
          <MenuIcon size={20} strokeWidth={1.75} aria-hidden="true" />
          More
        </button>
      </nav>
      <PhoneSheet
        open={open}
        onClose={() => setOpen(false)}
        onSearch={() => {
          setOpen(false)
          onPalette()
        }}
      />
    </>
  )
}

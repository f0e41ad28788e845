import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useWide } from '../../shared/browser/use-wide.ts'
import { Page } from '../../shared/design/page.tsx'
import { may } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { settingsPages, settingsPlaceOf } from './settings-pages.ts'

const entry =
  'flex h-7 items-center rounded-md px-2 text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-nav-on aria-[current]:font-medium aria-[current]:text-ink'

/** The list of sub-pages beside one of them; where there is no room for both, a way back to it. */
export function SettingsLayout() {
  const wide = useWide()
  const { pathname } = useLocation()
  const place = settingsPlaceOf(pathname)
  // The page keeps its place in the tree: a form that is open stays open when the window becomes narrow or wide.
  return (
    <div className={wide ? 'flex min-h-full' : undefined}>
      {wide ? <PageList pathname={pathname} /> : place && <BackToList />}
      <div className={wide ? 'min-w-0 flex-1 border-l border-line' : undefined}>
        <Outlet />
      </div>
    </div>
  )
}

function PageList({ pathname }: { readonly pathname: string }) {
  const place = settingsPlaceOf(pathname)
  const pages = useSettingsPages()
  return (
    <nav aria-label="Settings" className="sticky top-0 w-[200px] shrink-0 self-start p-2 pt-5">
      <p className="mb-3 px-2 text-base font-semibold">Settings</p>
      <ul className="flex flex-col gap-px">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={entry} aria-current={current({ to, place, pathname })}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function BackToList() {
  return (
    <Link
      to="/settings"
      className="ml-3 mt-2 inline-flex min-h-8 items-center gap-1 px-1 text-xs text-ink-2 hover:text-ink sm:ml-7"
    >
      <ChevronLeft size={14} aria-hidden="true" /> Settings
    </Link>
  )
}

/** The list of sub-pages, where it has a page of its own. */
export function SettingsIndex() {
  const wide = useWide()
  const navigate = useNavigate()
  const pages = useSettingsPages()
  // The window grew: the list is beside the pages now.
  useEffect(() => {
    if (wide) void navigate({ to: '/settings/general', replace: true })
  }, [wide, navigate])
  if (wide) return null
  return (
    <Page narrow title="Settings">
      <ul className="card divide-y divide-line">
        {pages.map(({ to, label, words }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-[58px] items-center gap-3 px-4 py-2 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block truncate text-xs text-ink-3">{words}</span>
              </span>
              <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function useSettingsPages() {
  const me = useMe()
  return settingsPages.filter(({ needs }) => needs === null || may(me, needs))
}

interface Whereabouts {
  readonly to: string
  readonly place: string | null
  readonly pathname: string
}

function current({ to, place, pathname }: Whereabouts): 'page' | 'true' | undefined {
  if (to !== place) return undefined
  return to === pathname ? 'page' : 'true'
}

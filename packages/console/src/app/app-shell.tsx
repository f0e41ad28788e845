import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { InboxTitle } from '../features/inbox/inbox-count.tsx'
import { FreshLoginDialog } from '../features/login/fresh-login-dialog.tsx'
import { preload } from '../shared/api/preload.ts'
import { useDesktopNotificationsOn } from '../shared/browser/preferences.ts'
import { loadDialogs } from '../shared/design/dialog.tsx'
import { loadMenus } from '../shared/design/menu.tsx'
import { loadToasts } from '../shared/design/toasts.tsx'
import { useCan, useMe } from '../shared/session/use-me.ts'
import { CommandPalette, loadPalette } from './command-palette.tsx'
import { FindingsDialog } from './findings-dialog.tsx'
import { PhoneTabBar } from './mobile-navigation.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { TurnsWaitStrip } from './turns-wait-strip.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const InboxNotifier = lazy(() =>
  import('../features/inbox/inbox-notifier.tsx').then((module) => ({
    default: module.InboxNotifier,
  })),
)

/** What no page waits for, and everybody asks for soon. */
const loadSoonNeeded = () => Promise.all([loadDialogs(), loadMenus(), loadToasts(), loadPalette()])

/** The frame around every page of somebody who is signed in. */
export function AppShell() {
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState(false)
  const wantsNotifications = useDesktopNotificationsOn(useMe().member.id)
  const notifies = useCan('skills.read') && wantsNotifications
  useEffect(() => preload(loadSoonNeeded), [])
  const openPalette = () => setPalette(true)
  useShortcuts({ onPalette: () => setPalette((open) => !open), onHelp: () => setHelp(true) })
  return (
    <div className="flex h-dvh overflow-hidden">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:left-3 focus:top-3 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-high"
      >
        Skip to content
      </a>
      <Sidebar onPalette={openPalette} onShortcuts={() => setHelp(true)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <OfflineStrip />
        <TurnsWaitStrip />
        <main
          id="main"
          data-scroll-restoration-id="main"
          tabIndex={-1}
          className="relative min-h-0 flex-1 overflow-y-auto outline-none"
        >
          <Outlet />
        </main>
        <PhoneTabBar onPalette={openPalette} />
      </div>
      {palette && <CommandPalette onClose={() => setPalette(false)} />}
      <InboxTitle />
      {notifies && (
        <Suspense fallback={null}>
          <InboxNotifier />
        </Suspense>
      )}
      <FreshLoginDialog />
      <FindingsDialog />
      <ShortcutsDialog open={help} onClose={() => setHelp(false)} />
    </div>
  )
}

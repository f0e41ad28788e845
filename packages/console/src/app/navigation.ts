import type { Me } from '@repertoire/protocol'
import {
  Activity,
  AlarmClock,
  Bot,
  Cable,
  Inbox,
  LayoutDashboard,
  LibraryBig,
  MessageSquare,
  PackageOpen,
  Plug,
  Route,
  ScrollText,
  Settings,
  SquareTerminal,
} from 'lucide-react'
import { settingsPages } from '../features/settings/settings-pages.ts'
import { may } from '../shared/session/may.ts'

/** The places of the navigation, in the order and under the headings in which they are shown. */
export const navigationItems = [
  { to: '/chat', label: 'Chat', icon: MessageSquare, needs: 'conversations.use', group: 'top' },
  { to: '/inbox', label: 'Inbox', icon: Inbox, needs: 'skills.read', group: 'top' },
  { to: '/skills', label: 'Skills', icon: LibraryBig, needs: 'skills.read', group: 'Library' },
  { to: '/sources', label: 'Sources', icon: PackageOpen, needs: 'skills.read', group: 'Library' },
  { to: '/agents', label: 'Agents', icon: Bot, needs: 'conversations.use', group: 'Agents' },
  {
    to: '/triggers',
    label: 'Triggers',
    icon: AlarmClock,
    needs: 'conversations.use',
    group: 'Agents',
  },
  { to: '/integrations', label: 'Integrations', icon: Plug, needs: 'skills.read', group: 'Agents' },
  {
    to: '/overview',
    label: 'Overview',
    icon: LayoutDashboard,
    needs: 'conversations.use',
    group: 'Observe',
  },
  { to: '/traces', label: 'Traces', icon: Activity, needs: 'conversations.use', group: 'Observe' },
  { to: '/audit', label: 'Audit', icon: ScrollText, needs: 'audit.read', group: 'Observe' },
  { to: '/settings', label: 'Settings', icon: Settings, needs: null, group: 'bottom' },
] as const

/** Pages that are reached from a place, and by their name from the palette. */
const pagesWithin = [
  { to: '/routing', label: 'Routing', icon: Route, needs: 'skills.read', within: '/skills' },
  {
    to: '/connect',
    label: 'Connect your agent',
    icon: Cable,
    needs: 'conversations.use',
    within: '/integrations',
  },
  {
    to: '/runs',
    label: 'Runs',
    icon: SquareTerminal,
    needs: 'conversations.use',
    within: '/traces',
  },
  { to: '/approvals', label: 'Answered approvals', needs: 'conversations.use', within: '/inbox' },
  { to: '/reviews', label: 'Imports and proposals', needs: 'skills.read', within: '/inbox' },
  { to: '/settings/tools', label: 'Tools by agents', needs: 'skills.read', within: '/settings' },
] as const

export type NavigationItem = (typeof navigationItems)[number]
export type Place = NavigationItem['to']

/** The places a member may go to. */
export function navigationFor(me: Me): NavigationItem[] {
  return navigationItems.filter(({ needs }) => needs === null || may(me, needs))
}

/** Every page that has a name, for the palette: the places, then what is within them. */
export function namedPagesFor(me: Me) {
  const inside = pagesWithin.filter(({ needs }) => may(me, needs))
  const settings = settingsPages.filter(({ needs }) => needs === null || may(me, needs))
  return [
    ...navigationFor(me).map((place) => ({ ...place, words: '' })),
    ...inside.map((page) => {
      const place = navigationItems.find(({ to }) => to === page.within) ?? navigationItems[0]
      return { icon: place.icon, words: '', ...page }
    }),
    ...settings.map(({ to, label, words }) => ({
      to,
      label: `Settings: ${label}`,
      words,
      icon: Settings,
    })),
  ]
}

/** The place that an address belongs to. */
export function placeOf(pathname: string): Place | null {
  const known = [...navigationItems, ...pagesWithin].filter(
    ({ to }) => pathname === to || pathname.startsWith(`${to}/`),
  )
  const [nearest] = known.sort((one, other) => other.to.length - one.to.length)
  return nearest ? ('within' in nearest ? nearest.within : nearest.to) : null
}

import type { Me } from '@repertoire/protocol'
import {
  AlarmClock,
  Blocks,
  Bot,
  Cable,
  Footprints,
  Inbox,
  Library,
  MessagesSquare,
  PackageOpen,
  Route,
  ScrollText,
  Settings2,
} from 'lucide-react'
import { may } from './may.ts'

export const navigationItems = [
  { to: '/chat', label: 'Chat', icon: MessagesSquare, needs: 'conversations.use' },
  { to: '/inbox', label: 'Inbox', icon: Inbox, needs: 'skills.read' },
  { to: '/skills', label: 'Skills', icon: Library, needs: 'skills.read' },
  { to: '/agents', label: 'Agents', icon: Bot, needs: 'conversations.use' },
  { to: '/sources', label: 'Sources', icon: PackageOpen, needs: 'skills.read' },
  { to: '/integrations', label: 'Integrations', icon: Blocks, needs: 'skills.read' },
  { to: '/routing', label: 'Routing', icon: Route, needs: 'skills.read' },
  { to: '/triggers', label: 'Triggers', icon: AlarmClock, needs: 'conversations.use' },
  { to: '/traces', label: 'Traces', icon: Footprints, needs: 'conversations.use' },
  { to: '/connect', label: 'Connect', icon: Cable, needs: 'conversations.use' },
  { to: '/settings', label: 'Settings', icon: Settings2, needs: null },
  { to: '/audit', label: 'Audit', icon: ScrollText, needs: 'audit.read' },
] as const

/** The places a member may go to. */
export function navigationFor(me: Me): (typeof navigationItems)[number][] {
  return navigationItems.filter(({ needs }) => needs === null || may(me, needs))
}

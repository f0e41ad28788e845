import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { moveFocus } from '../shared/browser/move-focus.ts'
import { shortcutsOn } from '../shared/browser/preferences.ts'
import {
  isTyping,
  matchShortcut,
  type PendingPrefix,
  type ShortcutAction,
} from '../shared/browser/shortcuts.ts'
import type { navigationItems as known } from './navigation.ts'

interface Openers {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

const navigationItems: Partial<Record<ShortcutAction, (typeof known)[number]['to']>> = {
  'go-chat': '/chat',
  'go-skills': '/skills',
  'go-agents': '/agents',
  'go-inbox': '/inbox',
  'go-integrations': '/integrations',
  'go-sources': '/sources',
  'go-settings': '/settings',
  'go-audit': '/audit',
}

/** Listens for the shortcuts of the whole page. */
export function useShortcuts({ onPalette, onHelp }: Openers): void {
  const navigate = useNavigate()
  const openers = useRef({ onPalette, onHelp })
  openers.current = { onPalette, onHelp }
  // As soon as there is something to be seen: a key pressed before the effects of a busy page have run is not lost.
  useLayoutEffect(() => {
    let pending: PendingPrefix = null
    function act(action: ShortcutAction): void {
      const place = navigationItems[action]
      if (place) void navigate({ to: place })
      else if (action === 'palette') openers.current.onPalette()
      else if (action === 'help') openers.current.onHelp()
      else if (action === 'search') document.querySelector<HTMLElement>('[data-search]')?.focus()
      else moveFocus(action === 'next-row' ? 1 : -1)
    }
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return
      const typing = isTyping(event.target) || document.querySelector('[role="dialog"]') !== null
      const press = {
        key: event.key,
        command: event.metaKey || event.ctrlKey,
        alt: event.altKey,
        typing,
        at: event.timeStamp,
      }
      const match = matchShortcut(pending, press)
      pending = match.pending
      if (!match.action || (match.action !== 'palette' && !shortcutsOn())) return
      event.preventDefault()
      act(match.action)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}

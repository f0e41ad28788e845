import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const themeKey = 'repertoire.theme'
const shortcutsKey = 'repertoire.shortcuts'
const firstStepsKey = 'repertoire.first-steps'
const notificationsKey = 'repertoire.desktop-notifications.'
const openedDecisionsKey = 'repertoire.opened-decisions'
const listeners = new Set<() => void>()

export function readTheme(): Theme {
  const stored = read(themeKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Chooses a theme for this browser; `system` follows the device. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  write(themeKey, theme)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme)
}

/** Whether single-key shortcuts act in this browser. */
export function shortcutsOn(): boolean {
  return read(shortcutsKey) !== 'off'
}

export function setShortcutsOn(on: boolean): void {
  write(shortcutsKey, on ? 'on' : 'off')
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, shortcutsOn)
}

/** Whether the list of first steps is shown in this browser. */
function firstStepsShown(): boolean {
  return read(firstStepsKey) !== 'hidden'
}

export function setFirstStepsShown(shown: boolean): void {
  write(firstStepsKey, shown ? 'shown' : 'hidden')
}

export function useFirstStepsShown(): boolean {
  return useSyncExternalStore(subscribe, firstStepsShown)
}

/** Whether this person has notifications of the desktop in this browser; off until they ask for them. */
export function setDesktopNotificationsOn(personId: string, on: boolean): void {
  write(notificationsKey + personId, on ? 'on' : 'off')
}

export function useDesktopNotificationsOn(personId: string): boolean {
  return useSyncExternalStore(subscribe, () => read(notificationsKey + personId) === 'on')
}

/** The decisions on a person's offers that were opened in this browser, by id; those after the newest 100 are forgotten. */
export function useOpenedDecisions(): readonly string[] {
  return useSyncExternalStore(subscribe, openedDecisions).split(' ')
}

export function keepDecisionOpened(id: string): void {
  const opened = openedDecisions().split(' ')
  if (!opened.includes(id)) write(openedDecisionsKey, [id, ...opened].slice(0, 100).join(' '))
}

function openedDecisions(): string {
  return read(openedDecisionsKey) ?? ''
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser without storage still gets the choice for this page.
  }
  for (const listener of listeners) listener()
}

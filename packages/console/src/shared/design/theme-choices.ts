import { Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from '../browser/preferences.ts'

/** What somebody can choose from, for the menu and the settings. */
export const themeChoices = [
  { theme: 'system', label: 'As the device', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; icon: typeof Sun }[]

import { Monitor, Moon, Sun } from 'lucide-react'
import { classNames } from '../design/class-names.ts'
import { setTheme, type Theme, useTheme } from './preferences.ts'

const choices = [
  { theme: 'system', label: 'As the device', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; icon: typeof Sun }[]

/** The three-way switch: device, light, dark. */
export function ThemeSwitch({ labels = false }: { readonly labels?: boolean }) {
  const theme = useTheme()
  return (
    <fieldset className="inline-flex w-fit rounded-[9px] border border-line bg-inset p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme: value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={theme === value}
          aria-label={label}
          title={label}
          onClick={() => setTheme(value)}
          className={classNames(
            'flex h-6 min-w-7 items-center justify-center gap-1.5 rounded-[7px] px-1.5 text-xs text-ink-3 hover:text-ink',
            theme === value && 'bg-raised text-ink shadow-low ring-1 ring-line-strong/40',
          )}
        >
          <Icon size={14} aria-hidden="true" />
          {labels && <span>{label}</span>}
        </button>
      ))}
    </fieldset>
  )
}

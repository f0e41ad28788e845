import { setTheme, useTheme } from '../browser/preferences.ts'
import { themeChoices } from './theme-choices.ts'

/** The three-way switch: device, light, dark. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <fieldset className="inline-flex w-fit rounded-md bg-seg p-0.5">
      <legend className="sr-only">Theme</legend>
      {themeChoices.map(({ theme: value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={theme === value}
          onClick={() => setTheme(value)}
          className="flex h-7 items-center justify-center gap-1.5 rounded px-2.5 text-xs text-ink-2 hover:text-ink aria-pressed:bg-seg-on aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-low aria-pressed:ring-1 aria-pressed:ring-line-2"
        >
          <Icon size={14} aria-hidden="true" />
          {label}
        </button>
      ))}
    </fieldset>
  )
}

import { shortcutsOn } from '../../shared/browser/preferences.ts'
import { Key } from '../../shared/design/keys.tsx'

const hints = [
  { keys: ['J', 'K'], does: 'move' },
  { keys: ['Space'], does: 'peek' },
  { keys: ['X'], does: 'select' },
  { keys: ['Enter'], does: 'open' },
]

/** Below the list: what keys do here. */
export function SkillKeyHints() {
  if (!shortcutsOn()) return null
  return (
    <span className="hidden items-center gap-3 lg:flex">
      {hints.map(({ keys, does }) => (
        <span key={does} className="flex items-center gap-1">
          {keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {does}
        </span>
      ))}
    </span>
  )
}

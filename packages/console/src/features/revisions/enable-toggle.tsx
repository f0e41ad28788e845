import type { PendingRevisionBody } from '@repertoire/protocol'
import { Toggle } from '../../shared/design/toggle.tsx'

const label = 'On for the organisation at once'

interface EnableToggleProps {
  /** The skill that an update changes; null for a new one. */
  readonly base: PendingRevisionBody['base']
  /** Undefined while the person has not said: an update then leaves its skill on or off, and a new one is off. */
  readonly enable: boolean | undefined
  readonly onEnable: (enable: boolean) => void
}

/** Whether agents may use what is approved. */
export function EnableToggle({ base, enable, onEnable }: EnableToggleProps) {
  return (
    <div className="flex basis-full items-center gap-3 sm:mr-auto sm:basis-auto">
      <Toggle label={label} checked={enable ?? base?.enabled ?? false} onChange={onEnable} />
      <p>{label}</p>
    </div>
  )
}

interface EnableAllToggleProps {
  readonly enable: boolean
  readonly onEnable: (enable: boolean) => void
}

/** The same of many together; off, it leaves updated skills as they are. */
export function EnableAllToggle({ enable, onEnable }: EnableAllToggleProps) {
  return (
    <div className="flex items-center gap-3">
      <Toggle label={label} checked={enable} onChange={onEnable} />
      <p>{label}</p>
    </div>
  )
}

/** What becomes of those that are approved together, as the end of a sentence. */
export function enableAllText(enable: boolean): string {
  return enable
    ? 'agents of the organisation may use it at once'
    : 'new skills are off until somebody switches them on, and updates leave theirs as they are'
}

import { Toggle } from '../../shared/design/toggle.tsx'

const label = 'Enable for the organisation at once'

interface EnableToggleProps {
  readonly enable: boolean
  readonly onEnable: (enable: boolean) => void
}

/** Whether agents may use what is approved. */
export function EnableToggle({ enable, onEnable }: EnableToggleProps) {
  return (
    <div className="flex basis-full items-center gap-3 sm:mr-auto sm:basis-auto">
      <Toggle label={label} checked={enable} onChange={onEnable} />
      <p>{label}</p>
    </div>
  )
}

/** The same of many together; off, it leaves updated skills as they are. */
export function EnableAllToggle({ enable, onEnable }: EnableToggleProps) {
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
    : 'new skills are disabled until somebody enables them, and updates leave theirs as they are'
}

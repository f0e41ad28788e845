import { WifiOff } from 'lucide-react'
import { useOfflineSince } from '../shared/api/reachability.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Says that what stands below is not of now. */
export function OfflineStrip() {
  const since = useOfflineSince()
  if (since === null) return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-warn/35 bg-warn-soft px-4 py-2 text-xs text-warn-ink sm:px-8"
    >
      <WifiOff size={14} className="shrink-0" aria-hidden="true" />
      <span>
        Offline since {clock.format(since)}. What you see is from then. Changes cannot be saved
        until the server answers; it is tried again by itself.
      </span>
    </p>
  )
}

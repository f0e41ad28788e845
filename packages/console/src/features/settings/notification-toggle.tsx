import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../shared/api/queries.ts'
import {
  setDesktopNotificationsOn,
  useDesktopNotificationsOn,
} from '../../shared/browser/preferences.ts'
import { Toggle } from '../../shared/design/toggle.tsx'

type Permission = PermissionState | 'unsupported'

const permissionQuery = {
  queryKey: ['notification-permission'],
  queryFn: async (): Promise<Permission> => {
    // Browsers have them only where the page came over HTTPS or from this machine.
    if (!('Notification' in window) || !window.isSecureContext) return 'unsupported'
    return (await navigator.permissions.query({ name: 'notifications' })).state
  },
}

/** Asks the browser only when somebody switches them on. */
export function NotificationToggle({ personId }: { readonly personId: string }) {
  const wanted = useDesktopNotificationsOn(personId)
  const { data: permission = 'prompt' } = useQuery(permissionQuery)
  async function change(on: boolean): Promise<void> {
    if (!on) return setDesktopNotificationsOn(personId, false)
    const given = await Notification.requestPermission()
    setDesktopNotificationsOn(personId, given === 'granted')
    await queryClient.invalidateQueries(permissionQuery)
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <div>
        <p>Desktop notifications</p>
        <p role="status" className="text-xs text-ink-3">
          {explanations[permission]}
        </p>
      </div>
      <Toggle
        label="Desktop notifications"
        checked={wanted && permission === 'granted'}
        disabled={permission === 'unsupported'}
        onChange={(on) => void change(on)}
      />
    </div>
  )
}

const whenOn =
  'One for each thing an agent waits for, while this page is open and out of sight. It says the title and nothing more.'

const explanations: Readonly<Record<Permission, string>> = {
  prompt: whenOn,
  granted: whenOn,
  denied: 'The browser blocks them for this page. Allow them in its settings, then switch this on.',
  unsupported: 'This browser has none here: they need a page that came over HTTPS.',
}

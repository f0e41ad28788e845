import type { ChangeNotification, Store } from '@repertoire/core/ports'

/** Milliseconds without a further notification after which it is delivered. */
const debounceMs = 300

/**
 * Debounces notifications about changed skills: updating the index with each step of an import would cost the
 * import half its speed. A search in the meantime checks for changes itself.
 */
export function debounceChangeNotifications(store: Pick<Store, 'watch'>): Pick<Store, 'watch'> {
  return {
    watch: (listener) => {
      const timers = new Map<string, NodeJS.Timeout>()
      const debounce = (key: string, notification: ChangeNotification) => {
        clearTimeout(timers.get(key))
        const notify = () => {
          timers.delete(key)
          listener(notification)
        }
        timers.set(key, setTimeout(notify, debounceMs).unref())
      }
      const unsubscribe = store.watch((notification) => {
        if (notification.kind === 'skills') debounce(notification.tenantId, notification)
        else if (notification.kind === 'anything') debounce('anything', notification)
        else listener(notification)
      })
      return () => {
        unsubscribe()
        for (const timer of timers.values()) clearTimeout(timer)
        timers.clear()
      }
    },
  }
}

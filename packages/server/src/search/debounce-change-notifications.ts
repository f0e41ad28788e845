import type { ChangeNotification, Store } from '@repertoire/core'

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
      const debounce = (key: string, notice: ChangeNotification) => {
        clearTimeout(timers.get(key))
        const notify = () => {
          timers.delete(key)
          listener(notice)
        }
        timers.set(key, setTimeout(notify, debounceMs).unref())
      }
      const unsubscribe = store.watch((notice) => {
        if (notice.kind === 'skills') debounce(notice.tenantId, notice)
        else if (notice.kind === 'anything') debounce('anything', notice)
        else listener(notice)
      })
      return () => {
        unsubscribe()
        for (const timer of timers.values()) clearTimeout(timer)
        timers.clear()
      }
    },
  }
}

import type { Notice, Store } from '@repertoire/core'

/** Milliseconds without a further notice after which the writing counts as over. */
const quietTime = 300

/**
 * Tells of changed skills when they have stopped changing for a moment: following an import step by step
 * would cost the import half its speed. A search in the meantime does not wait for this, it looks itself.
 */
export function calmNotices(store: Pick<Store, 'watch'>): Pick<Store, 'watch'> {
  return {
    watch: (listener) => {
      const waiting = new Map<string, NodeJS.Timeout>()
      const later = (key: string, notice: Notice) => {
        clearTimeout(waiting.get(key))
        const tell = () => {
          waiting.delete(key)
          listener(notice)
        }
        waiting.set(key, setTimeout(tell, quietTime).unref())
      }
      const forget = store.watch((notice) => {
        if (notice.kind === 'skills') later(notice.tenantId, notice)
        else if (notice.kind === 'anything') later('anything', notice)
        else listener(notice)
      })
      return () => {
        forget()
        for (const timer of waiting.values()) clearTimeout(timer)
        waiting.clear()
      }
    },
  }
}

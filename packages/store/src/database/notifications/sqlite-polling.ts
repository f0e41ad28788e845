import type { NotificationHub, NotificationSource } from './notification-hub.ts'

/** Milliseconds between two polls of the file's version: one page of shared memory, a few microseconds. */
const pollIntervalMs = 200

/** Polls for commits by other processes; SQLite cannot say what changed. */
export function pollSqlite(dataVersion: () => number, hub: NotificationHub): NotificationSource {
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => {
      if (timer) return
      let known = dataVersion()
      const poll = (): void => {
        const version = dataVersion()
        if (version !== known) hub.emit({ kind: 'anything' })
        known = version
      }
      timer = setInterval(() => {
        try {
          poll()
        } catch {
          // A failing disk shows at the next query, whose caller gets the error; a timer has no caller.
        }
      }, pollIntervalMs)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

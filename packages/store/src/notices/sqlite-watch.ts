import type { NoticeHub, NoticeSource } from './notice-hub.ts'

/** Milliseconds between two looks at the file's version: one page of shared memory, a few microseconds. */
const interval = 200

/** Tells that another process wrote to the file; SQLite cannot say what. */
export function watchSqlite(dataVersion: () => number, hub: NoticeHub): NoticeSource {
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => {
      if (timer) return
      let known = dataVersion()
      const look = (): void => {
        const version = dataVersion()
        if (version !== known) hub.emit({ kind: 'anything' })
        known = version
      }
      timer = setInterval(() => {
        try {
          look()
        } catch {
          // A disk that fails shows at the next query, whose caller can be told; a timer has nobody.
        }
      }, interval)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

import type { ChangeNotification } from '@repertoire/core'

export type NoticeListener = (notice: ChangeNotification) => void

/** What brings notices from other processes while somebody listens. */
export interface NoticeSource {
  start(): void
  stop(): Promise<void>
}

/** Hands notices to everybody who listens in this process. */
export interface NoticeHub {
  emit(notice: ChangeNotification): void
  listen(listener: NoticeListener): () => void
  clear(): void
  readonly size: number
}

/** A listener runs in a task of its own: its failure is its own, never the writer's. */
export function createNoticeHub(): NoticeHub {
  const listeners = new Set<NoticeListener>()
  return {
    emit: (notice) => {
      for (const listener of listeners) queueMicrotask(() => listener(notice))
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => listeners.clear(),
    get size() {
      return listeners.size
    },
  }
}

/** The same notice is told once per transaction. */
export function uniqueNotices(
  notices: readonly ChangeNotification[],
): readonly ChangeNotification[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()]
}

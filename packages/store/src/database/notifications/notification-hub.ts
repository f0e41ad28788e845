import type { ChangeNotification } from '@repertoire/core/ports'

export type ChangeListener = (notification: ChangeNotification) => void

/** Receives notifications from other processes while somebody listens. */
export interface NotificationSource {
  start(): void
  stop(): Promise<void>
}

/** Delivers change notifications to all listeners in this process. */
export interface NotificationHub {
  emit(notification: ChangeNotification): void
  listen(listener: ChangeListener): () => void
  clear(): void
  readonly size: number
}

/** Each listener runs in its own microtask, so a failing listener never fails the writer. */
export function createNotificationHub(): NotificationHub {
  const listeners = new Set<ChangeListener>()
  return {
    emit: (notification) => {
      for (const listener of listeners) queueMicrotask(() => listener(notification))
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

/** Removes duplicates: a transaction sends the same notification once. */
export function uniqueNotifications(
  notifications: readonly ChangeNotification[],
): readonly ChangeNotification[] {
  return [
    ...new Map(
      notifications.map((notification) => [JSON.stringify(notification), notification]),
    ).values(),
  ]
}

import { setTimeout } from 'node:timers/promises'
import type { ChangeNotification } from '@repertoire/core'
import type pg from 'pg'
import type { NotificationHub, NotificationSource } from './notification-hub.ts'

/** The LISTEN/NOTIFY channel of every process on one database. */
export const notificationChannel = 'repertoire'

const minRetryMs = 100
const maxRetryMs = 5_000

/**
 * The payload of the channel. `origin` lets a process skip its own messages; `notice` keeps its name, because
 * processes of an older release read it.
 */
export interface NotificationMessage {
  readonly origin: string
  readonly notice: ChangeNotification
}

/**
 * Listens on its own connection and reconnects with backoff whenever it breaks. Notifications sent meanwhile
 * are lost, so every new connection starts with "anything may have changed".
 */
export function listenToPostgres(
  newClient: () => pg.Client,
  options: { hub: NotificationHub; origin: string },
): NotificationSource {
  let stopped: AbortController | undefined
  let working: Promise<void> = Promise.resolve()
  return {
    start: () => {
      if (stopped) return
      stopped = new AbortController()
      working = keepListening(newClient, { ...options, signal: stopped.signal })
    },
    stop: async () => {
      stopped?.abort()
      stopped = undefined
      await working
    },
  }
}

interface Listening {
  readonly hub: NotificationHub
  readonly origin: string
  readonly signal: AbortSignal
}

async function keepListening(newClient: () => pg.Client, options: Listening): Promise<void> {
  let wait = minRetryMs
  for (let connections = 0; !options.signal.aborted; ) {
    const client = newClient()
    const ended = endOf(client, options.signal)
    client.on('notification', ({ payload }) => receive(payload, options))
    try {
      await client.connect()
      await client.query(`listen ${notificationChannel}`)
      wait = minRetryMs
      if (connections++ > 0) options.hub.emit({ kind: 'anything' })
      await ended
    } catch {
      wait = Math.min(wait * 2, maxRetryMs)
    }
    await client.end().catch(() => undefined)
    await setTimeout(wait, undefined, { signal: options.signal, ref: false }).catch(() => undefined)
  }
}

/** Resolves when the connection breaks or the listener is stopped. */
function endOf(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function receive(payload: string | undefined, { hub, origin }: Listening): void {
  try {
    const message = JSON.parse(payload ?? '') as NotificationMessage
    if (message.origin !== origin) hub.emit(message.notice)
  } catch {
    // Another client uses the channel. An unreadable message means: anything may have changed.
    hub.emit({ kind: 'anything' })
  }
}

import { setTimeout } from 'node:timers/promises'
import type { ChangeNotification, ProcessMessages } from '@repertoire/core/ports'
import { sql } from 'kysely'
import type pg from 'pg'
import type { QueryExecutor } from '../query.ts'
import type { NotificationHub, NotificationSource } from './notification-hub.ts'

/** The LISTEN/NOTIFY channel of every process on one database. */
export const notificationChannel = 'repertoire'

/** The channel of {@link ProcessMessages}: processes of an older release do not listen to it. */
const messageChannel = 'repertoire_messages'

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
  options: Omit<Listening, 'signal'>,
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
  /** Gets the messages of other processes. */
  readonly messages: MessageHub
  readonly origin: string
  readonly signal: AbortSignal
}

async function keepListening(newClient: () => pg.Client, options: Listening): Promise<void> {
  let wait = minRetryMs
  for (let connections = 0; !options.signal.aborted; ) {
    const client = newClient()
    const ended = endOf(client, options.signal)
    client.on('notification', ({ channel, payload }) => {
      if (channel === messageChannel) receiveMessage(payload, options)
      else receive(payload, options)
    })
    try {
      await client.connect()
      await client.query(`listen ${notificationChannel}; listen ${messageChannel}`)
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

function receiveMessage(payload: string | undefined, { messages, origin }: Listening): void {
  const separator = payload?.indexOf(' ') ?? -1
  if (payload === undefined || payload.slice(0, separator) === origin) return
  messages.emit(payload.slice(separator + 1))
}

/** Delivers messages of other processes in this one. */
export interface MessageHub extends ProcessMessages {
  emit(message: string): void
}

export function createMessageHub(query: QueryExecutor, origin: string): MessageHub {
  const listeners = new Set<(message: string) => void>()
  return {
    emit: (message) => {
      for (const listener of listeners) queueMicrotask(() => listener(message))
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send: async (messages) => {
      const payloads = JSON.stringify(messages.map((message) => `${origin} ${message}`))
      await sql`select pg_notify(${messageChannel}, payload)
        from json_array_elements_text(${payloads}::json) as payload`.execute(query)
    },
  }
}

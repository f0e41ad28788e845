import { setTimeout } from 'node:timers/promises'
import type { ChangeNotification } from '@repertoire/core'
import type pg from 'pg'
import type { NoticeHub, NoticeSource } from './notice-hub.ts'

/** The channel every process of one database speaks on. */
export const noticeChannel = 'repertoire'

const firstRetry = 100
const longestRetry = 5_000

/** What goes over the channel; `origin` lets a process skip what it said itself. */
export interface NoticeMessage {
  readonly origin: string
  readonly notice: ChangeNotification
}

/**
 * Listens on a connection of its own and opens it again whenever it breaks. Notices sent meanwhile are
 * lost, so every new connection starts with "anything may have changed".
 */
export function watchPostgres(
  newClient: () => pg.Client,
  options: { hub: NoticeHub; origin: string },
): NoticeSource {
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
  readonly hub: NoticeHub
  readonly origin: string
  readonly signal: AbortSignal
}

async function keepListening(newClient: () => pg.Client, options: Listening): Promise<void> {
  let wait = firstRetry
  for (let connections = 0; !options.signal.aborted; ) {
    const client = newClient()
    const ended = endOf(client, options.signal)
    client.on('notification', ({ payload }) => receive(payload, options))
    try {
      await client.connect()
      await client.query(`listen ${noticeChannel}`)
      wait = firstRetry
      if (connections++ > 0) options.hub.emit({ kind: 'anything' })
      await ended
    } catch {
      wait = Math.min(wait * 2, longestRetry)
    }
    await client.end().catch(() => undefined)
    await setTimeout(wait, undefined, { signal: options.signal, ref: false }).catch(() => undefined)
  }
}

/** Settles when the connection breaks or nobody listens any more. */
function endOf(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function receive(payload: string | undefined, { hub, origin }: Listening): void {
  try {
    const message = JSON.parse(payload ?? '') as NoticeMessage
    if (message.origin !== origin) hub.emit(message.notice)
  } catch {
    // Somebody else speaks on our channel: the safe reading of an unreadable notice.
    hub.emit({ kind: 'anything' })
  }
}

import type { LoggedEvent, TextDelta } from '@repertoire/core'
import type { EventFeed, FeedKey } from './event-feed.ts'
import { encodeFrame, keepAliveFrame, openingFrame } from './frame.ts'

export interface StreamOptions {
  readonly feed: EventFeed
  readonly key: FeedKey
  /** Events up to this one are not sent. */
  readonly after: number
  /** Leaves events out; everything goes unless said otherwise. */
  readonly includes?: (logged: LoggedEvent) => boolean
  /** The stream ends after this event; never unless said otherwise. */
  readonly endsAfter?: (logged: LoggedEvent) => boolean
  /** Asked now and then; the stream ends when it says no. */
  readonly isStillAuthorized: () => Promise<boolean>
}

/** Bytes that may wait for a slow reader; beyond them the log waits and live text is left out. */
const maxBufferedBytes = 64 * 1024
/** Live text kept while the log catches up, in UTF-16 units. */
const maxPendingText = 64 * 1024
/** Keep-alives without a byte read before a stream is given up, and between checks of the credential. */
const maxQuietTicks = 4

/**
 * A conversation's events as Server-Sent Events: the log from `after`, then live. Memory is bounded
 * however slowly the client reads; what it misses it gets by resuming, since all of it is in the log.
 */
export function eventStream(options: StreamOptions): ReadableStream<Uint8Array> {
  let pump: StreamPump | undefined
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        pump = createStreamPump(options, controller)
      },
      pull: () => pump?.drained(),
      cancel: () => pump?.stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  )
}

interface StreamPump {
  drained(): void
  stop(): void
}

function createStreamPump(
  { feed, key, after, includes, endsAfter, isStillAuthorized }: StreamOptions,
  controller: ReadableStreamDefaultController<Uint8Array>,
): StreamPump {
  let position = after
  let dirty = true
  let reading = false
  let stopped = false
  let quietTicks = 0
  let ticks = 0
  let pendingText: TextDelta[] = []

  const hasRoom = () => (controller.desiredSize ?? 0) > 0
  const send = (bytes: Uint8Array) => {
    controller.enqueue(bytes)
  }
  const stop = () => {
    stopped = true
    pendingText = []
    unfollow()
  }
  const end = () => {
    if (stopped) return
    stop()
    controller.close()
  }

  async function readLog(): Promise<void> {
    while (!stopped && dirty && hasRoom()) {
      dirty = false
      const events = await feed.read(key, position)
      if (events.length > 0) dirty = true
      for (const { logged, frame } of events) {
        if (stopped) return
        position = logged.seq
        if (!includes || includes(logged)) send(frame)
        pendingText = withoutCompleted(pendingText, logged)
        if (endsAfter?.(logged)) return end()
      }
    }
    if (!stopped && !dirty) sendPendingText()
  }

  function sendPendingText(): void {
    for (const delta of pendingText) if (hasRoom()) send(deltaFrame(delta, position))
    pendingText = []
  }

  function advance(): void {
    if (reading || stopped) return
    reading = true
    readLog()
      .catch((error: unknown) => {
        if (stopped) return
        stop()
        controller.error(error)
      })
      .finally(() => {
        reading = false
        if (dirty && hasRoom()) advance()
      })
  }

  async function checkCredential(): Promise<void> {
    const allowed = await isStillAuthorized().catch(() => false)
    if (!allowed) end()
  }

  const unfollow = feed.follow(key, {
    wake: () => {
      dirty = true
      advance()
    },
    text: (delta) => {
      if (!reading && !dirty) {
        if (hasRoom()) send(deltaFrame(delta, position))
      } else if (pendingLength(pendingText) < maxPendingText) pendingText.push(delta)
    },
    keepAlive: () => {
      ticks += 1
      quietTicks = hasRoom() ? 0 : quietTicks + 1
      if (quietTicks >= maxQuietTicks) return end()
      if (hasRoom()) send(keepAliveFrame)
      if (ticks % maxQuietTicks === 0) void checkCredential()
    },
    end,
  })
  send(openingFrame)
  advance()
  return {
    drained: () => {
      quietTicks = 0
      if (dirty) advance()
    },
    stop,
  }
}

function deltaFrame(delta: TextDelta, id: number): Uint8Array {
  const { runId: run_id, step, offset, text, fork } = delta
  const data = { run_id, step, offset, text, ...(fork === undefined ? {} : { fork }) }
  return encodeFrame({ id, event: 'text_delta', data })
}

/** Live text of a step that the log has whole by now would only be noise. */
function withoutCompleted(pendingText: TextDelta[], { runId, event }: LoggedEvent): TextDelta[] {
  if (event.type !== 'step-completed' || pendingText.length === 0) return pendingText
  return pendingText.filter(
    (delta) => delta.runId !== runId || delta.fork !== event.fork || delta.step > event.step,
  )
}

function pendingLength(pendingText: readonly TextDelta[]): number {
  return pendingText.reduce((sum, delta) => sum + delta.text.length, 0)
}

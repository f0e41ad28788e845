import type { LoggedEvent, TextDelta } from '@repertoire/core'
import type { EventFeed, FeedKey } from './event-feed.ts'
import { encodeFrame, keepAliveFrame, openingFrame } from './frame.ts'

export interface StreamOptions {
  readonly feed: EventFeed
  readonly key: FeedKey
  /** Sequence number after which events are sent. */
  readonly after: number
  /** Filters events. All are sent when absent. */
  readonly includes?: (logged: LoggedEvent) => boolean
  /** The stream ends after this event. Never when absent. */
  readonly endsAfter?: (logged: LoggedEvent) => boolean
  /** Calls `end` when the credential of the stream has ended. Returns how to stop. */
  readonly watchCredential: (end: () => void) => () => void
}

/** Bytes that are buffered for a slow reader. Beyond them the log waits and live text is dropped. */
const maxBufferedBytes = 64 * 1024
/** UTF-16 units of live text that are kept while the log catches up. */
const maxPendingText = 64 * 1024
/** Number of keep-alives without a read after which a stream is closed. */
const maxQuietTicks = 4

/**
 * A conversation's events as Server-Sent Events: the log from `after`, then live events. Memory is bounded
 * however slow the client is. It can resume what it missed, because everything is in the log.
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
  { feed, key, after, includes, endsAfter, watchCredential }: StreamOptions,
  controller: ReadableStreamDefaultController<Uint8Array>,
): StreamPump {
  let position = after
  let dirty = true
  let reading = false
  let stopped = false
  let quietTicks = 0
  let pendingText: TextDelta[] = []

  const hasRoom = () => (controller.desiredSize ?? 0) > 0
  const send = (bytes: Uint8Array) => {
    controller.enqueue(bytes)
  }
  const stop = () => {
    stopped = true
    pendingText = []
    unfollow()
    unwatch()
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
      quietTicks = hasRoom() ? 0 : quietTicks + 1
      if (quietTicks >= maxQuietTicks) return end()
      if (hasRoom()) send(keepAliveFrame)
    },
    end,
  })
  const unwatch = watchCredential(end)
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

/** Drops live text of a step that the log contains completely. */
function withoutCompleted(pendingText: TextDelta[], { runId, event }: LoggedEvent): TextDelta[] {
  if (event.type !== 'step-completed' || pendingText.length === 0) return pendingText
  return pendingText.filter(
    (delta) => delta.runId !== runId || delta.fork !== event.fork || delta.step > event.step,
  )
}

function pendingLength(pendingText: readonly TextDelta[]): number {
  return pendingText.reduce((sum, delta) => sum + delta.text.length, 0)
}

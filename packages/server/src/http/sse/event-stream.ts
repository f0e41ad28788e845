import type { LoggedEvent } from '@repertoire/core/domain'
import type { LiveText } from '@repertoire/core/use'
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

/** Bytes that are buffered for a slow reader. Beyond them the log and live text wait. */
const maxBufferedBytes = 64 * 1024
/** UTF-16 units of live text in one frame. */
const maxFrameText = 16 * 1024
/** Number of keep-alives without a read after which a stream is closed. */
const maxQuietTicks = 4

/**
 * A conversation's events as Server-Sent Events: the log from `after`, what models have answered so far, then
 * live events. Memory is bounded however slow the client is: a stream keeps only how far it has come.
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
  /** How much of each live text was sent. */
  const sentText = new WeakMap<LiveText, number>()

  const hasRoom = () => (controller.desiredSize ?? 0) > 0
  const send = (bytes: Uint8Array) => {
    controller.enqueue(bytes)
  }
  const stop = () => {
    stopped = true
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
        skipCompletedText(logged)
        if (endsAfter?.(logged)) return end()
      }
    }
  }

  /** Sends what has arrived since the last time, as far as the reader has room. */
  function sendText(): void {
    if (stopped || reading || dirty) return
    for (const live of feed.liveTexts(key)) {
      for (let sent = sentText.get(live) ?? 0; sent < live.text.length && hasRoom(); ) {
        const piece = { offset: sent, text: live.text.slice(sent, sent + maxFrameText) }
        sent += piece.text.length
        // First, because sending may ask for more at once.
        sentText.set(live, sent)
        send(deltaFrame(live, piece, position))
      }
    }
  }

  /** The log has the text of a completed step. */
  function skipCompletedText({ runId, event }: LoggedEvent): void {
    if (event.type !== 'step-completed') return
    for (const live of feed.liveTexts(key)) {
      if (live.runId === runId && live.fork === event.fork && live.step <= event.step) {
        sentText.set(live, Number.POSITIVE_INFINITY)
      }
    }
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
        else sendText()
      })
  }

  const unfollow = feed.follow(key, {
    wake: () => {
      dirty = true
      advance()
    },
    text: () => {
      // The start of its step may be in the log before its notification is here.
      if (feed.liveTexts(key).some((live) => !sentText.has(live))) dirty = true
      if (dirty) advance()
      else sendText()
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
      else sendText()
    },
    stop,
  }
}

function deltaFrame(
  { runId: run_id, step, fork }: LiveText,
  piece: { readonly offset: number; readonly text: string },
  id: number,
): Uint8Array {
  const data = { run_id, step, ...piece, ...(fork === undefined ? {} : { fork }) }
  return encodeFrame({ id, event: 'text_delta', data })
}

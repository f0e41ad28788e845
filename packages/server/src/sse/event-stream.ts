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
const bufferBytes = 64 * 1024
/** Live text kept while the log catches up, in UTF-16 units. */
const heldTextUnits = 64 * 1024
/** Keep-alives without a byte read before a stream is given up, and between checks of the credential. */
const patience = 4

/**
 * A conversation's events as Server-Sent Events: the log from `after`, then live. Memory is bounded
 * however slowly the client reads; what it misses it gets by resuming, since all of it is in the log.
 */
export function eventStream(options: StreamOptions): ReadableStream<Uint8Array> {
  let pump: Pump | undefined
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        pump = createPump(options, controller)
      },
      pull: () => pump?.drained(),
      cancel: () => pump?.stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
  )
}

interface Pump {
  drained(): void
  stop(): void
}

function createPump(
  { feed, key, after, includes, endsAfter, isStillAuthorized }: StreamOptions,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Pump {
  let position = after
  let dirty = true
  let reading = false
  let stopped = false
  let quietTicks = 0
  let ticks = 0
  let held: TextDelta[] = []

  const hasRoom = () => (controller.desiredSize ?? 0) > 0
  const send = (bytes: Uint8Array) => {
    controller.enqueue(bytes)
  }
  const stop = () => {
    stopped = true
    held = []
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
        held = withoutCompleted(held, logged)
        if (endsAfter?.(logged)) return end()
      }
    }
    if (!stopped && !dirty) sendHeldText()
  }

  function sendHeldText(): void {
    for (const delta of held) if (hasRoom()) send(deltaFrame(delta, position))
    held = []
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
      } else if (heldUnits(held) < heldTextUnits) held.push(delta)
    },
    keepAlive: () => {
      ticks += 1
      quietTicks = hasRoom() ? 0 : quietTicks + 1
      if (quietTicks >= patience) return end()
      if (hasRoom()) send(keepAliveFrame)
      if (ticks % patience === 0) void checkCredential()
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
function withoutCompleted(held: TextDelta[], { runId, event }: LoggedEvent): TextDelta[] {
  if (event.type !== 'step-completed' || held.length === 0) return held
  return held.filter(
    (delta) => delta.runId !== runId || delta.fork !== event.fork || delta.step > event.step,
  )
}

function heldUnits(held: readonly TextDelta[]): number {
  return held.reduce((sum, delta) => sum + delta.text.length, 0)
}

import type { RunId } from '@repertoire/core/base'
import type { LoggedEvent } from '@repertoire/core/domain'
import type { WireEvent } from '@repertoire/protocol'
import type { EventFeed, FeedKey } from '../http/sse/event-feed.ts'
import { eventStream } from '../http/sse/event-stream.ts'

export interface TurnEventsRequest {
  readonly feed: EventFeed
  readonly key: FeedKey
  /** The log's head before the turn. */
  readonly after: number
  readonly runId: RunId
}

/** The events of one turn as clients of the server get them, to its end. Waiting for a person is no end. */
export async function* turnEvents(request: TurnEventsRequest): AsyncGenerator<WireEvent> {
  const { feed, key, after, runId } = request
  const isOfTurn = (logged: LoggedEvent) => logged.runId === runId
  const stream = eventStream({
    ...{ feed, key, after, includes: isOfTurn },
    endsAfter: (logged) => isOfTurn(logged) && ends.has(logged.event.type),
    watchCredential: () => () => undefined,
  })
  let position = after
  for await (const frame of framesOf(stream)) {
    const event = decodeFrame(frame, position)
    if (!event) continue
    position = event.id
    yield event
  }
}

const ends: ReadonlySet<string> = new Set(['run-completed', 'run-failed', 'run-cancelled'])

async function* framesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const frames = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = frames.pop() ?? ''
    yield* frames
  }
}

/** Null for a frame without an event, such as the first one. */
function decodeFrame(frame: string, position: number): WireEvent | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
  const [event, data] = [field('event'), field('data')]
  if (event === undefined || data === undefined) return null
  return { id: Number(field('id') ?? position), event, data: JSON.parse(data) } as WireEvent
}

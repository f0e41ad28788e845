import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface StreamEvent {
  readonly id: number
  readonly event: string
  readonly data: unknown
}

/**
 * Reads the events of an event stream until `signal` aborts. Throws when the connection breaks. A frame without an id
 * has the id of the one before; comments and settings are left out.
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { lastId, signal }: { readonly lastId: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<StreamEvent, void> {
  const frames = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const reader = frames.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  let id = lastId
  try {
    for (;;) {
      const { value: frame, done } = await reader.read()
      if (done) return
      id = frame.id === undefined ? id : Number(frame.id)
      if (frame.event === undefined || frame.data === '') continue
      yield { id, event: frame.event, data: JSON.parse(frame.data) }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

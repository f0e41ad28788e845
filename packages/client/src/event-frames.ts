import type { WireEvent } from '@repertoire/protocol'

/** Parses the frames of an event stream until `signal` aborts. Throws when the connection breaks. */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  { lastId, signal }: { readonly lastId: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<WireEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  let id = lastId
  let buffer = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      buffer += decoder.decode(value, { stream: true })
      const frames = buffer.split('\n\n')
      buffer = frames.pop() ?? ''
      for (const frame of frames) {
        const event = parseFrame(frame, id)
        if (!event) continue
        id = event.id
        yield event
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** Undefined for comments and settings. A frame without an id has the id of the one before. */
function parseFrame(text: string, lastId: number): WireEvent | undefined {
  let event: string | undefined
  let data = ''
  let id = lastId
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    const field = line.slice(0, colon)
    if (field === 'event') event = value
    else if (field === 'data') data += value
    else if (field === 'id') id = Number(value)
  }
  if (event === undefined || data === '') return undefined
  return { id, event, data: JSON.parse(data) } as WireEvent
}

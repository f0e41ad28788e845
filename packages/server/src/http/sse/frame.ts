import type { WireEvent } from '@repertoire/protocol'

const encoder = new TextEncoder()

/**
 * Encodes one event as a Server-Sent Event. JSON contains no raw line breaks, so nothing in `data` can end the
 * frame early. A text_delta has no id, because it is not in the log and cannot be resumed after.
 */
export function encodeFrame(event: WireEvent): Uint8Array {
  const id = event.event === 'text_delta' ? '' : `id: ${event.id}\n`
  return encoder.encode(`${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`)
}

/** Keeps proxies from closing an idle stream. */
export const keepAliveFrame = encoder.encode(': keep-alive\n\n')

/** First bytes of a stream: they flush the headers and set the client's reconnect delay. */
export const openingFrame = encoder.encode('retry: 2000\n\n')

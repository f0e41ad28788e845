import type { WireEvent } from '@repertoire/protocol'

const encoder = new TextEncoder()

/**
 * One event as Server-Sent Events has it. JSON has no raw line breaks, so nothing in `data` can end the
 * frame early. A text_delta has no id: it is not in the log, so nobody resumes after it.
 */
export function encodeFrame(event: WireEvent): Uint8Array {
  const id = event.event === 'text_delta' ? '' : `id: ${event.id}\n`
  return encoder.encode(`${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`)
}

/** Keeps proxies from closing a quiet stream. */
export const keepAliveFrame = encoder.encode(': keep-alive\n\n')

/** First bytes of a stream: answers the client at once, and how long it waits before it comes back. */
export const openingFrame = encoder.encode('retry: 2000\n\n')

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters of a header, and bytes of a page, that are searched for an encoding. */
const prescanLength = 1024
/** Bytes that are decoded before the event loop gets a turn: some encodings take half a second for 2 MiB. */
const chunkSize = 32 * 1024

interface PageEncoding {
  readonly contentType: string | null
  /** Also search for `<meta charset>`. */
  readonly html: boolean
  readonly signal: AbortSignal
}

/**
 * Decodes bytes by the byte order mark, the header, or the page itself, else as UTF-8. Invalid bytes become
 * U+FFFD, and so does NUL, which databases do not store.
 */
export async function decodePage(
  bytes: Uint8Array,
  { contentType, html, signal }: PageEncoding,
): Promise<string> {
  const label =
    byteOrderMarkLabel(bytes) ??
    charsetIn(contentType?.slice(0, prescanLength) ?? '') ??
    (html ? charsetIn(new TextDecoder('latin1').decode(bytes.subarray(0, prescanLength))) : null)
  const decoder = decoderFor(label ?? 'utf-8')
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += chunkSize) {
    if (at > 0) await nextTurn()
    signal.throwIfAborted()
    pieces.push(decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true }))
  }
  return [...pieces, decoder.decode()].join('').replaceAll('\0', '\ufffd')
}

function byteOrderMarkLabel([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

function charsetIn(text: string): string | null {
  return /charset\s*=\s*["']?\s*([a-z0-9_:.-]{1,40})/i.exec(text)?.[1] ?? null
}

/** An unknown encoding is read as UTF-8. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}

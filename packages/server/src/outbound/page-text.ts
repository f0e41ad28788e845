/** Bytes of a page in which HTML says its encoding. */
const prescan = 1024

interface PageEncoding {
  readonly contentType: string | null
  /** Look for `<meta charset>` too. */
  readonly html: boolean
}

/**
 * Bytes as text, in the encoding of the byte order mark, the header, or the page itself, else UTF-8. What
 * does not fit the encoding, and NUL, which databases do not take, become U+FFFD.
 */
export function decodePage(bytes: Uint8Array, { contentType, html }: PageEncoding): string {
  const label =
    labelOfMark(bytes) ??
    labelIn(contentType ?? '') ??
    (html ? labelIn(new TextDecoder('latin1').decode(bytes.subarray(0, prescan))) : null)
  return decoderFor(label ?? 'utf-8')
    .decode(bytes)
    .replaceAll('\0', '\ufffd')
}

function labelOfMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

function labelIn(text: string): string | null {
  return /charset\s*=\s*["']?\s*([a-z0-9_:.-]{1,40})/i.exec(text)?.[1] ?? null
}

/** An encoding nobody knows is read as UTF-8. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** A few bytes can claim to be a picture that takes all memory there is. Pixels. */
const maxPixels = 40_000_000

/**
 * Width and height as the head of the picture has them, without decoding it; null when they cannot be read, or when
 * decoding them would take too much.
 */
export function readImageSize(bytes: Uint8Array, type: string): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const read = readers.get(type)
  try {
    const extent = read?.(view) ?? null
    if (extent === null || extent.width === 0 || extent.height === 0) return null
    return extent.width * extent.height <= maxPixels ? extent : null
  } catch {
    // The head goes on beyond the end of the file.
    return null
  }
}

const readers: ReadonlyMap<string, (view: DataView) => ImageSize | null> = new Map([
  ['image/png', (view) => ({ width: view.getUint32(16), height: view.getUint32(20) })],
  ['image/gif', (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) })],
  ['image/jpeg', jpegExtent],
  ['image/webp', webpExtent],
])

/** Walks the segments to the first frame header. */
function jpegExtent(view: DataView): ImageSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
}

function webpExtent(view: DataView): ImageSize | null {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  switch (view.getUint32(12)) {
    // VP8X
    case 0x56503858:
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    // VP8L
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    // VP8 and a space
    case 0x56503820:
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      }
    default:
      return null
  }
}

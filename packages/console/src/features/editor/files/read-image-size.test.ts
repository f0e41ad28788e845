import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImageSize } from './read-image-size.ts'

const bytesOf = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : [...part],
    ),
  )
const uint32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)
const png = (width: number, height: number) =>
  bytesOf('\x89PNG\r\n\x1a\n', uint32(13), 'IHDR', uint32(width), uint32(height))

describe('how large a picture is, before it is decoded', () => {
  it('reads each format’s head', () => {
    expect(readImageSize(png(640, 480), 'image/png')).toEqual({ width: 640, height: 480 })
    const gif = bytesOf('GIF89a', [0x80, 0x02, 0xe0, 0x01])
    expect(readImageSize(gif, 'image/gif')).toEqual({ width: 640, height: 480 })
    const jpeg = bytesOf(
      [0xff, 0xd8],
      [0xff, 0xe0, 0, 4, 1, 2],
      [0xff, 0xc4, 0, 3, 0],
      [0xff, 0xc2, 0, 11, 8, 0x01, 0xe0, 0x02, 0x80],
    )
    expect(readImageSize(jpeg, 'image/jpeg')).toEqual({ width: 640, height: 480 })
    const webp = (kind: string, rest: readonly number[]) =>
      bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], rest)
    const extended = webp('VP8X', [0, 0, 0, 0, 0x7f, 0x02, 0, 0xdf, 0x01, 0])
    expect(readImageSize(extended, 'image/webp')).toEqual({ width: 640, height: 480 })
    const lossless = webp('VP8L', [0x2f, 0x7f, 0xc2, 0x77, 0x00])
    expect(readImageSize(lossless, 'image/webp')).toEqual({ width: 640, height: 480 })
    const lossy = webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01])
    expect(readImageSize(lossy, 'image/webp')).toEqual({ width: 640, height: 480 })
  })

  it('refuses a few bytes that would take all memory', () => {
    expect(readImageSize(png(65_500, 65_500), 'image/png')).toBeNull()
    expect(readImageSize(png(0xffffffff, 0xffffffff), 'image/png')).toBeNull()
    expect(readImageSize(png(0, 480), 'image/png')).toBeNull()
  })

  it('never throws, whatever bytes it is given', () => {
    const type = fc.constantFrom('image/png', 'image/gif', 'image/jpeg', 'image/webp', 'x')
    const head = fc.constantFrom<readonly number[]>([], [0xff, 0xd8, 0xff, 0xe0], [0xff, 0xd8])
    fc.assert(
      fc.property(type, head, fc.uint8Array({ maxLength: 80 }), (of, begin, rest) => {
        const extent = readImageSize(bytesOf(begin, [...rest]), of)
        expect(extent === null || extent.width * extent.height > 0).toBe(true)
      }),
    )
  })
})

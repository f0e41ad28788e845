import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeFrame, type Frame, type FrameKind, FrameReader, frameKinds } from './frames.ts'

const kinds = Object.keys(frameKinds).filter((kind) => kind !== 'end') as FrameKind[]
const anyFrame = fc.record({
  kind: fc.constantFrom(...kinds),
  payload: fc.uint8Array({ maxLength: 200 }),
})

function read(bytes: Uint8Array, cuts: readonly number[], most = 1_000_000): Frame[] {
  const frames: Frame[] = []
  const reader = new FrameReader(most, (frame) => frames.push(frame))
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b)]
  for (const [index, from] of at.entries()) reader.push(bytes.subarray(from, at[index + 1]))
  return frames
}

describe('frames', () => {
  it('are decoded as encoded, wherever the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(anyFrame), fc.array(fc.nat(5_000)), (frames, cuts) => {
        const all = [...frames, { kind: 'end' as const, payload: new Uint8Array() }]
        const bytes = Buffer.concat(all.flatMap(({ kind, payload }) => encodeFrame(kind, payload)))
        const plain = (frame: Frame) => [frame.kind, [...frame.payload]]
        expect(read(bytes, cuts).map(plain)).toEqual(all.map(plain))
      }),
    )
  })

  it('of garbage are frames or an error, and never exceed the limit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300)), (bytes, cuts) => {
        try {
          const frames = read(bytes, cuts, 100)
          expect(frames.reduce((sum, { payload }) => sum + payload.length, 0)).toBeLessThan(100)
        } catch (error) {
          expect(error).toMatchObject({ name: 'FrameError' })
        }
      }),
    )
  })

  it('are rejected early when they declare too many bytes', () => {
    const huge = Buffer.from([frameKinds.bytes, 0xff, 0xff, 0xff, 0xff])
    expect(() => read(huge, [])).toThrow('The limit of bytes is exceeded')
  })

  it('end with the end frame', () => {
    const end = Buffer.concat(encodeFrame('end'))
    expect(() => read(Buffer.concat([end, end]), [])).toThrow('data after the end')
    expect(() => read(Buffer.concat([end, end]), [5])).toThrow('data after the end')
  })
})

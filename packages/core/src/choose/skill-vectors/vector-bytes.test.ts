import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RevisionDigest } from '../../base/ids.ts'
import { readVectorBytes, vectorBytes } from './vector-bytes.ts'

const rows = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc.uniqueArray(
    fc.tuple(
      fc.string().map((digest) => `sha256:${digest}` as RevisionDigest),
      fc.int8Array({ minLength: size, maxLength: size }),
    ),
    { selector: ([digest]) => digest, maxLength: 6 },
  ),
)

describe('kept vectors', () => {
  it('are read as they were written, by the same model only', () => {
    fc.assert(
      fc.property(rows, (written) => {
        const bytes = vectorBytes('tiny', written)
        expect(readVectorBytes('tiny', bytes)).toEqual(written)
        expect(readVectorBytes('other', bytes)).toEqual([])
      }),
    )
  })

  it('are none in any other bytes, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), rows, fc.nat(), (noise, written, seed) => {
        expect(readVectorBytes('tiny', noise)).toEqual([])
        const bytes = vectorBytes('tiny', written)
        expect(readVectorBytes('tiny', bytes.subarray(0, seed % bytes.length))).toEqual([])
      }),
    )
    for (const head of ['null', '[]', '{}', '{"textForm":1,"model":"tiny","dimensions":-1}'])
      expect(readVectorBytes('tiny', new TextEncoder().encode(`${head}\n`))).toEqual([])
  })
})

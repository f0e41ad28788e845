import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer } from './encryption.ts'

describe('C9: sealed secrets', () => {
  const sealer = createSealer(randomBytes(32))
  const place = ['ten_1', 'skl_1', 'TOKEN']

  it('open to what they were, and show nothing of it while closed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, unit: 'grapheme' }), (value) => {
        const sealed = sealer.seal(value, place)
        expect(sealer.open(sealed, place)).toBe(value)
        expect(sealed).not.toContain(value)
        expect(sealer.seal(value, place)).not.toBe(sealed)
      }),
    )
  })

  it('do not open in another place, under another key, or changed by one bit', () => {
    const sealed = sealer.seal('hunter2-hunter2', place)
    expect(() => sealer.open(sealed, ['ten_1', 'skl_2', 'TOKEN'])).toThrow()
    expect(() => createSealer(randomBytes(32)).open(sealed, place)).toThrow()
    const bytes = Buffer.from(sealed, 'base64')
    bytes[14] = (bytes[14] ?? 0) ^ 1
    expect(() => sealer.open(bytes.toString('base64'), place)).toThrow()
    expect(() => sealer.open('', place)).toThrow()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packageLimits } from './package-rules.ts'
import { readPackageText } from './package-text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('readPackageText', () => {
  it('D3: returns every text unchanged, including a byte-order mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('\0'))
        expect(readPackageText(bytes(text))).toEqual({ ok: true, text })
      }),
    )
    expect(readPackageText(bytes('\uFEFFtext'))).toEqual({ ok: true, text: '\uFEFFtext' })
  })

  it('D3: reads at most 256 KB', () => {
    const { textBytes } = packageLimits
    expect(textBytes).toBe(256 * 1024)
    expect(readPackageText(bytes('a'.repeat(textBytes))).ok).toBe(true)
    const more = readPackageText(bytes('a'.repeat(textBytes + 1)))
    expect(more).toEqual({ ok: false, why: 'too-large' })
  })

  it('D3: rejects bytes that are not text', () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
    for (const one of [
      png,
      bytes('a\0b'),
      Uint8Array.of(0xc3),
      Uint8Array.of(0xff, 0xfe, 0x41, 0),
    ]) {
      expect(readPackageText(one)).toEqual({ ok: false, why: 'not-text' })
    }
  })
})

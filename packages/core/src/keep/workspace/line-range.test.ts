import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineRange } from './line-range.ts'

describe('lineRange', () => {
  it('counts a line end at the end as the end of the last line', () => {
    expect(lineRange('', 1, 10)).toEqual({ text: '', first: 0, count: 0, total: 0 })
    expect(lineRange('a', 1, 10)).toEqual({ text: 'a', first: 1, count: 1, total: 1 })
    expect(lineRange('a\n', 1, 10)).toEqual({ text: 'a\n', first: 1, count: 1, total: 1 })
    expect(lineRange('a\n\n', 1, 10).total).toBe(2)
  })

  it('returns the requested lines unchanged, with the total', () => {
    expect(lineRange('a\r\nb\nc', 2, 1)).toEqual({ text: 'b\n', first: 2, count: 1, total: 3 })
    expect(lineRange('a\r\nb\nc', 4, 1)).toEqual({ text: '', first: 0, count: 0, total: 3 })
  })

  it('reading part by part gives the whole text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r') })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (whole, limit) => {
        let read = ''
        const { total } = lineRange(whole, 1, limit)
        for (let at = 1; at <= total; at += limit) read += lineRange(whole, at, limit).text
        expect(read).toBe(whole)
      }),
    )
  })
})

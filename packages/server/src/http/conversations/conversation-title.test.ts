import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { titleFrom } from './conversation-title.ts'

describe('a title from a message', () => {
  it('is the message itself when it is short', () => {
    expect(titleFrom('  Why is\n it slow? ')).toBe('Why is it slow?')
  })

  it('ends at a word', () => {
    expect(titleFrom(`${'abcdefghi '.repeat(20)}`)).toMatch(/ abcdefghi…$/)
  })

  it('is always one line of at most 80 graphemes, never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (text) => {
        fc.pre(text.trim() !== '')
        const title = titleFrom(text)
        expect([...new Intl.Segmenter().segment(title)].length).toBeLessThanOrEqual(80)
        expect(title).not.toMatch(/[\n\r\p{Cs}]/u)
        expect(title).not.toBe('')
      }),
    )
  })
})

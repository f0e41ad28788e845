import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters, isOverLength, truncate } from './characters.ts'

test('A4: a character is a Unicode code point, whatever its length in UTF-16', () => {
  expect(countCharacters('')).toBe(0)
  expect(countCharacters('abc')).toBe(3)
  expect(countCharacters('日本語')).toBe(3)
  expect(countCharacters('👍🏽')).toBe(2)
  expect(countCharacters('a\ud83db')).toBe(3)
})

test('A4: counting agrees with iterating over the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, limit) => {
      const expected = [...text].length
      expect(countCharacters(text)).toBe(expected)
      expect(isOverLength(text, limit)).toBe(expected > limit)
    }),
  )
})

test('truncates by characters: never splits one and never exceeds the limit', () => {
  expect(truncate('abcdef', 4)).toBe('abc…')
  expect(truncate('👍👍👍', 2)).toBe('👍…')
  expect(truncate('abc', 3)).toBe('abc')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 30 }), (text, limit) => {
      const short = truncate(text, limit)
      expect(countCharacters(short)).toBeLessThanOrEqual(limit)
      if (!isOverLength(text, limit)) expect(short).toBe(text)
    }),
  )
})

import { expect, it } from 'vitest'
import { afterScroll, isAtEnd, isReaders, placeFor } from './scroll-anchor.ts'

it('follows tool calls to the end, and stops where an answer begins', () => {
  expect(placeFor('read', { bottom: 900, answer: null })).toBe(900)
  expect(placeFor('read', { bottom: 900, answer: 1000 })).toBe(900)
  expect(placeFor('read', { bottom: 2400, answer: 1000 })).toBe(1000)
})

it('leaves a reader alone who has scrolled away, and stays at the end for one who went there', () => {
  expect(afterScroll(300, { bottom: 900, answer: null })).toBe('free')
  expect(placeFor('free', { bottom: 2400, answer: 1000 })).toBeNull()
  expect(afterScroll(2390, { bottom: 2400, answer: 1000 })).toBe('end')
  expect(placeFor('end', { bottom: 2600, answer: 1000 })).toBe(2600)
})

it('a reader at the end of short content still sees the next answer from its beginning', () => {
  expect(afterScroll(900, { bottom: 900, answer: 880 })).toBe('read')
  expect(isAtEnd(853, 900)).toBe(true)
  expect(isAtEnd(852, 900)).toBe(false)
})

it('does not take it for the reader’s wish that content became shorter', () => {
  expect(isReaders(2400, 2600, 2400)).toBe(false)
  expect(isReaders(2300, 2600, 2400)).toBe(true)
  expect(isReaders(2400, 1000, 2400)).toBe(true)
  expect(isReaders(1000.6, 1000, 2400)).toBe(false)
})

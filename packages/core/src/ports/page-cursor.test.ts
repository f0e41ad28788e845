import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './page-cursor.ts'

const code = (cursor: string): string => {
  try {
    decodeCursor(cursor, ['number', 'string'])
    return 'read'
  } catch (error) {
    return (error as { problem?: { code: string } }).problem?.code ?? String(error)
  }
}

describe('page cursors', () => {
  it('are decoded to the encoded values', () => {
    expect(decodeCursor(encodeCursor([17, 'skl_ü']), ['number', 'string'])).toEqual([17, 'skl_ü'])
  })

  it.each([
    ['a fraction', encodeCursor([1.5, 'a'])],
    ['a number beyond the range of databases', encodeCursor([1e308, 'a'])],
    ['a text with NUL', encodeCursor([1, 'a\0b'])],
    ['another list’s shape', encodeCursor(['a', 1])],
    ['too few parts', encodeCursor([1])],
    ['invalid JSON', 'bm9wZQ'],
    ['invalid base64', '%%%'],
    ['an empty string', ''],
  ])('with %s are refused before a database query', (_, cursor) => {
    expect(code(cursor)).toBe('request.bad-cursor')
  })
})

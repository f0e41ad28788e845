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

describe('cursors of pages', () => {
  it('come back as they were written', () => {
    expect(decodeCursor(encodeCursor([17, 'skl_ü']), ['number', 'string'])).toEqual([17, 'skl_ü'])
  })

  it.each([
    ['a fraction', encodeCursor([1.5, 'a'])],
    ['a number no database holds', encodeCursor([1e308, 'a'])],
    ['a text with NUL', encodeCursor([1, 'a\0b'])],
    ['another list’s shape', encodeCursor(['a', 1])],
    ['too few parts', encodeCursor([1])],
    ['no JSON', 'bm9wZQ'],
    ['no base64', '%%%'],
    ['nothing', ''],
  ])('forged with %s is refused before a database sees it', (_, cursor) => {
    expect(code(cursor)).toBe('request.bad-cursor')
  })
})

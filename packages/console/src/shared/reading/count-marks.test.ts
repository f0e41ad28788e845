import { describe, expect, it } from 'vitest'
import { countMarks, textsIn } from './count-marks.ts'

describe('countMarks', () => {
  it('counts what is marked over all texts, the most dangerous first', () => {
    expect(countMarks(['plain', 'emoji 👩‍💻'])).toEqual([])
    expect(countMarks(['a\u200bb\u200bc\u200b', 'pay\u202eees', 'аpple'])).toEqual([
      '1 right-to-left override',
      '3 hidden characters',
      '1 look-alike letter',
    ])
    expect(countMarks(['\u202ea\u202c', `a${' '.repeat(500)}b`])).toEqual([
      '2 direction characters',
      '1 long run of blanks',
    ])
    expect(countMarks([`a${'\u200b '.repeat(100)}b`])).toEqual([
      '100 hidden characters',
      '1 long run of blanks',
    ])
  })

  it('looks into every text of a value, and into its names', () => {
    expect(textsIn({ a: ['b', { c: 'd' }], n: 5, x: null })).toEqual(['a', 'b', 'c', 'd', 'n', 'x'])
  })
})

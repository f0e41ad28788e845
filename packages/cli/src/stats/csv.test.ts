import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '\n@x', '|calc', '%x'])(
  'a hostile name %j is text to a spreadsheet, not a formula',
  (name) => {
    expect(csvLine([name])).toMatch(/^"?'/)
  },
)

it('commas, quotes and line breaks stay within their cell, numbers are numbers, unknown is empty', () => {
  expect(csvLine(['a,b', 'say "hi"', 'x\ny', -1.5, 0, null])).toBe(
    '"a,b","say ""hi""","x\ny",-1.5,0,',
  )
})

it('no text can begin a formula, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(csvLine([text]).replace(/^"/, '')).not.toMatch(/^\s*[=+\-@]/)
    }),
  )
})

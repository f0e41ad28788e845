import { expect, it } from 'vitest'
import { isClearMatch } from './is-clear-match.ts'

it('E2: search is sure of a hit that covers half of the message and stands out', () => {
  expect(isClearMatch([])).toBe(false)
  expect(isClearMatch([{ score: 9, coverage: 0.6 }])).toBe(true)
  expect(isClearMatch([{ score: 9, coverage: 0.4 }])).toBe(false)
  expect(
    isClearMatch([
      { score: 10, coverage: 0.6 },
      { score: 7, coverage: 0.6 },
    ]),
  ).toBe(true)
  expect(
    isClearMatch([
      { score: 10, coverage: 0.6 },
      { score: 8, coverage: 0.1 },
    ]),
  ).toBe(false)
})

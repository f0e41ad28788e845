import { expect, it } from 'vitest'
import { isSureHit } from './sure-hit.ts'

it('E2: search is sure of a hit that covers half of the message and stands out', () => {
  expect(isSureHit([])).toBe(false)
  expect(isSureHit([{ score: 9, coverage: 0.6 }])).toBe(true)
  expect(isSureHit([{ score: 9, coverage: 0.4 }])).toBe(false)
  expect(
    isSureHit([
      { score: 10, coverage: 0.6 },
      { score: 7, coverage: 0.6 },
    ]),
  ).toBe(true)
  expect(
    isSureHit([
      { score: 10, coverage: 0.6 },
      { score: 8, coverage: 0.1 },
    ]),
  ).toBe(false)
})

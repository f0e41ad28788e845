import { expect, it } from 'vitest'
import { freshLoginProblem } from './fresh-login.ts'

it('a login is fresh for the given time', () => {
  const limits = (now: number) => ({ now, freshMs: 15 * 60_000 })
  expect(freshLoginProblem(1000, limits(1000))).toBeUndefined()
  expect(freshLoginProblem(1000, limits(1000 + 15 * 60_000 - 1))).toBeUndefined()
  expect(freshLoginProblem(1000, limits(1000 + 15 * 60_000))).toMatchObject({
    code: 'login.not-fresh',
    details: { fresh_minutes: 15 },
  })
})

import { expect, it } from 'vitest'
import { failureText } from './notification-failure.ts'

it('says why a digest was not taken, and whether it is tried again', () => {
  expect(failureText({ problem_code: null, failures: 0 })).toBeNull()
  expect(failureText({ problem_code: 'outbound.timeout', failures: 2 })).toEqual({
    title: 'The last digest was not taken: there was no answer in time',
    next: 'It is tried again',
  })
  expect(failureText({ problem_code: 'outbound.new-code', failures: 0 })).toEqual({
    title: 'The last digest was not taken: outbound.new-code',
    next: 'It was given up. The next one comes',
  })
})

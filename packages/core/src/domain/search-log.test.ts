import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstLoggedDay, loggedQueryText, searchLogLimits } from './search-log.ts'

it('spelling of letter case and spaces makes no other query', () => {
  expect(loggedQueryText('  Slow\t\n Postgres ')).toBe('slow postgres')
  expect(loggedQueryText('C++ A/B k8s .NET')).toBe('c++ a/b k8s .net')
  expect(loggedQueryText('aws-s3-bucket-policy-reviewer')).toBe('aws-s3-bucket-policy-reviewer')
})

it('a query without anything to read is not kept', () => {
  for (const empty of ['', '   ', '!!!', '\0\u202E', 'ann@example.org']) {
    expect(loggedQueryText(empty), JSON.stringify(empty)).toBeNull()
  }
})

it.each([
  ['call 0151 2345678 90 now', 'call *** now'],
  ['mail ann.lee@example.org about it', 'mail *** about it'],
  ['AKIAQ7WXH2LMZ9TRB4VN in logs', '*** in logs'],
  ['use sk-proj-abcdefgh1234 here', 'use *** here'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', null],
  ['password: hunter2 of staging', '*** of staging'],
  ['Authorization Bearer abc.def', 'authorization ***'],
  ['dump postgres://ann:swordfish@db.example/app', 'dump ***'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', null],
])('%s: secrets and addresses are not kept', (typed, kept) => {
  expect(loggedQueryText(typed)).toBe(kept)
})

it('any text becomes a short, plain query that stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (typed) => {
      const query = loggedQueryText(typed)
      if (query === null) return
      expect(Array.from(query).length).toBeLessThanOrEqual(searchLogLimits.maxQueryLength)
      expect(query).not.toMatch(/[\p{C}]/u)
    }),
  )
  expect(loggedQueryText('a1 '.repeat(400_000))?.length).toBeLessThanOrEqual(200)
  expect(loggedQueryText('1a'.repeat(500_000))).toBeNull()
})

it('thirty days are kept, and none where the log is off', () => {
  expect(firstLoggedDay(100, { searchLog: true })).toBe(71)
  expect(firstLoggedDay(100, { searchLog: false })).toBe(Number.MAX_SAFE_INTEGER)
})

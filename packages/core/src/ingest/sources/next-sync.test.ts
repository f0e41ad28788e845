import { expect, test } from 'vitest'
import type { Problem } from '../../base/errors.ts'
import { nextSyncAt } from './next-sync.ts'

const minute = 60_000
const source = { syncPolicy: 'auto', syncIntervalMinutes: 360, enabled: true } as const
const failed = (failures: number, random = 0.5) => ({ now: 0, failures, error: null, random })

test('A10: after a success the interval of the source counts', () => {
  expect(nextSyncAt(source, failed(0))).toBe(360 * minute)
})

test('A10: each further failure doubles the wait, up to the interval of the source', () => {
  const waits = [1, 2, 3, 4, 7, 8, 30].map((failures) => nextSyncAt(source, failed(failures)))
  expect(waits).toEqual([5, 10, 20, 40, 320, 360, 360].map((minutes) => minutes * minute))
})

test('A10: sources that failed together are not all tried together again', () => {
  expect(nextSyncAt(source, failed(1, 0))).toBe(2.5 * minute)
  expect(nextSyncAt(source, failed(1, 0.999))).toBeGreaterThan(7 * minute)
})

test('A10: the wait is never shorter than what the source asked for', () => {
  const details = { retryAfterMs: 90 * minute }
  const error: Problem = {
    code: 'source.rate-limited',
    kind: 'unavailable',
    message: 'Wait.',
    details,
  }
  expect(nextSyncAt(source, { ...failed(1), error })).toBe(90 * minute)
})

test.each([
  ['manual', { syncPolicy: 'manual' }],
  ['switched off', { enabled: false }],
] as const)('A10: one that is %s is synced by nobody but a person', (_, change) => {
  expect(nextSyncAt({ ...source, ...change }, failed(0))).toBeNull()
})

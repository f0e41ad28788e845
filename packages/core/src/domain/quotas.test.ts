import { describe, expect, it } from 'vitest'
import { isProblemError } from '../base/errors.ts'
import type { UserId } from '../base/ids.ts'
import {
  addedBytes,
  checkQuota,
  limitedScopes,
  type QuotaLimits,
  type QuotaRequest,
  quotaNames,
} from './quotas.ts'

const now = Date.UTC(2026, 10, 23, 22, 0, 0)
const limits: QuotaLimits = { organisation: { skills: 10, runs_per_day: 5 }, person: { skills: 3 } }
const ann = 'usr_ann' as UserId
const request: QuotaRequest = { quota: 'skills', person: ann, adding: 1, now }

function refusal(change: Partial<QuotaRequest>, used: number) {
  try {
    checkQuota(limits, { ...request, ...change }, { scope: 'organisation', used })
    return null
  } catch (error) {
    if (!isProblemError(error)) throw error
    return error.problem
  }
}

describe('quotas', () => {
  it('allow up to the limit, and refuse what would exceed it, with what is used', () => {
    expect(refusal({}, 9)).toBeNull()
    expect(refusal({}, 10)).toMatchObject({
      ...{ code: 'quota.exceeded', kind: 'forbidden' },
      message: 'The organisation has 10 skills of at most 10, and this would add 1.',
      details: { quota: 'skills', scope: 'organisation', limit: 10, used: 10, adding: 1 },
    })
    expect(refusal({ adding: 3 }, 8)).not.toBeNull()
  })

  it('of a day say when it ends', () => {
    expect(refusal({ quota: 'runs_per_day' }, 5)).toMatchObject({
      kind: 'rate-limited',
      details: { resets_at: '2026-11-24T00:00:00.000Z', retry_after_seconds: 7_200 },
    })
  })

  it('never refuse what does not add, also above a lowered limit', () => {
    expect(refusal({ adding: 0 }, 99)).toBeNull()
    expect(refusal({ adding: -5 }, 99)).toBeNull()
  })

  it('are looked at only where there is a limit and something is added', () => {
    expect(limitedScopes(limits, request)).toEqual(['organisation', 'person'])
    expect(limitedScopes(limits, { ...request, person: null })).toEqual(['organisation'])
    expect(limitedScopes(limits, { ...request, quota: 'bytes' })).toEqual([])
    expect(limitedScopes(limits, { ...request, adding: 0 })).toEqual([])
    expect(
      limitedScopes({ organisation: {}, person: { keys: 0 } }, { ...request, quota: 'keys' }),
    ).toEqual(['person'])
  })

  it.each(quotaNames)('say what to do: %s', (quota) => {
    const strict: QuotaLimits = { organisation: { [quota]: 0 }, person: {} }
    const refuse = () =>
      checkQuota(strict, { ...request, quota }, { scope: 'organisation', used: 0 })
    expect(refuse).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({
          hint: expect.stringMatching(/, or ask the operator of this server for more\.$/),
        }),
      }),
    )
  })

  it('count a file that a revision keeps once', () => {
    const file = (path: string, sha256: string, size: number) => ({
      ...{ path, sha256, size },
      executable: false,
    })
    const before = [file('SKILL.md', 'a', 10), file('big.bin', 'b', 1_000)]
    const after = [file('SKILL.md', 'c', 12), file('big.bin', 'b', 1_000)]
    expect(addedBytes(before, [])).toBe(1_010)
    expect(addedBytes(after, before)).toBe(12)
  })
})

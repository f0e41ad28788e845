import { describe, expect, it } from 'vitest'
import { importDecided } from './review-problems.ts'

describe('why nothing is decided about an import', () => {
  it('one that waits has no decision to take back; another has one', () => {
    expect(importDecided({ state: 'held', slug: 'a' }).message).toBe(
      '"a" waits already: there is no decision to take back.',
    )
    expect(importDecided({ state: 'rejected', slug: 'a' }).message).toContain('is rejected')
  })
})

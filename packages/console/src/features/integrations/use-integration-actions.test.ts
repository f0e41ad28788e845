import type { IntegrationOutcome } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { inShort } from './use-integration-actions.ts'

const outcome = (status: IntegrationOutcome['status']): IntegrationOutcome => {
  return { folder: 'a', status, skill_id: null, slug: null, problem: null }
}

describe('what a set-up did, in short', () => {
  it('counts what changed, what stays and what is broken', () => {
    const done = (['created', 'updated', 'unchanged', 'skipped', 'broken'] as const).map(outcome)
    expect(inShort(done)).toBe('2 skills changed, 1 left as it is, 1 broken')
    expect(inShort([outcome('removed'), outcome('skipped'), outcome('skipped')])).toBe(
      '1 skill changed, 2 left as they are',
    )
    expect(inShort([outcome('unchanged')])).toBe('No skill changed')
    expect(inShort([])).toBe('No skill changed')
  })
})

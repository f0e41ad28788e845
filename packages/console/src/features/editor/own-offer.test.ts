import type { PendingRevisionSummary } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { isNotTaken, lastOffer } from './own-offer.ts'

const now = Date.parse('2026-05-20T12:00:00Z')
const mine = { id: 'skl_mine', scope: 'user' } as const
const offer = (state: PendingRevisionSummary['state'], decided_at: string | null = null) =>
  ({ id: `prp_${state}`, state, skill_id: 'skl_mine', decided_at }) as PendingRevisionSummary

describe('the last offer of a skill', () => {
  it('is the newest one, whatever became of those before', () => {
    const offers = [offer('held'), offer('rejected')]
    expect(lastOffer(mine, offers, now)?.state).toBe('held')
    expect(lastOffer(mine, offers.toReversed(), now)?.state).toBe('rejected')
  })

  it('is nothing to speak of once it was withdrawn', () => {
    expect(lastOffer(mine, [offer('withdrawn'), offer('rejected')], now)).toBeNull()
    expect(lastOffer(mine, [], now)).toBeNull()
  })

  it('is told at the skill that became the organisation’s, for seven days', () => {
    const theirs = { ...mine, scope: 'org' } as const
    const taken = (at: string) => lastOffer(theirs, [offer('approved', at)], now)
    expect(taken('2026-05-14T12:00:00Z')?.state).toBe('approved')
    expect(taken('2026-05-12T12:00:00Z')).toBeNull()
    expect(
      lastOffer({ ...theirs, id: 'skl_other' }, [offer('approved', '2026-05-20T11:00:00Z')], now),
    ).toBeNull()
  })

  it('can be made again after a rejection, and when it went out of date', () => {
    expect(
      (['rejected', 'stale', 'held', 'approved'] as const).map((one) => isNotTaken(offer(one))),
    ).toEqual([true, true, false, false])
  })
})

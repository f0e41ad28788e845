import type { PendingRevisionSummary } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { decidedByOthers } from '../revisions/recent-decisions.ts'
import { decidedEntry, decidedText } from './decided-offers.ts'

const now = Date.parse('2026-05-20T12:00:00Z')
const offer = (change: Partial<PendingRevisionSummary>) =>
  ({
    ...{ state: 'rejected', decided_by: 'usr_rob', decided_by_name: 'Rob', note: '' },
    ...{ decided_at: '2026-05-20T11:00:00Z', ...change },
  }) as PendingRevisionSummary

it('a decision is news for seven days, when somebody else made it', () => {
  const news = (change: Partial<PendingRevisionSummary>) =>
    decidedByOthers([offer(change)], { person: 'usr_mia', now }).length
  expect(news({})).toBe(1)
  expect(news({ state: 'approved' })).toBe(1)
  expect(news({ decided_at: '2026-05-13T11:00:00Z' })).toBe(0)
  expect(news({ decided_by: 'usr_mia' })).toBe(0)
  expect(news({ state: 'withdrawn' })).toBe(0)
  expect(news({ state: 'held', decided_by: null, decided_at: null })).toBe(0)
})

it('a decision is told with who made it and why', () => {
  expect(decidedText(offer({ note: 'Too short.' }))).toBe('Rejected by Rob: “Too short.”')
  expect(decidedText(offer({ state: 'approved', decided_by_name: null }))).toBe('Accepted')
  expect(decidedText(offer({ state: 'stale' }))).toBe('Out of date, offer it again')
})

it('what became of an agent’s proposal is told as one of an offer', () => {
  const proposal = { by: 'agent' } as PendingRevisionSummary['proposal']
  expect(decidedEntry(offer({ proposal, state: 'stale' }))).toMatchObject({
    kind: 'proposal',
    alike: 'Out of date, the skill has changed',
  })
})

import type { InboxEntryBody } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { visibleRange } from '../../shared/design/visible-range.ts'
import { filterOf } from '../../shared/queries/inbox-queries.ts'
import { ageText, entryFacts, reasonText } from './inbox-labels.ts'

it('a reason is a sentence, whichever the server gives', () => {
  expect(reasonText('licence ask MIT + Apache-2.0')).toBe('Licence MIT + Apache-2.0: your call')
  expect(reasonText('blocked run.pipe-to-shell run.other')).toBe(
    'Blocked: run.pipe-to-shell, run.other',
  )
  expect(reasonText('asks tools hosts')).toBe('Newly asks for tools, hosts')
  expect(reasonText('clean update')).toBe('Clean update')
  expect(reasonText('something new')).toBe('something new')
})

it('what nobody can accept any more says so first', () => {
  const offer = { alike: 'offer', cost: 0, findings: 0, verdict: 'clean' } as InboxEntryBody
  expect(entryFacts({ ...offer, out_of_date: false })).toBe('Offered by a member')
  expect(entryFacts({ ...offer, out_of_date: true })).toBe('Out of date · Offered by a member')
})

it('an age is short', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  expect(ageText('2026-11-25T11:59:50Z', now)).toBe('now')
  expect(ageText('2026-11-25T09:00:00Z', now)).toBe('3 h')
  expect(ageText('2026-11-01T12:00:00Z', now)).toBe('24 d')
})

it('the address says what the server is asked for', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  expect(filterOf({ q: 'helm', source: 'src_1', age: 'over-week', reason: 'offer' }, now)).toEqual({
    ...{ text: 'helm', source_id: 'src_1', alike: 'offer' },
    before: '2026-11-18T12:00:00.000Z',
  })
  expect(filterOf({ age: 'day' }, now)).toEqual({ since: '2026-11-24T12:00:00.000Z' })
})

it('of thousands of rows only those in sight are drawn', () => {
  const heights = [32, ...Array.from({ length: 5000 }, () => 56)]
  const top = visibleRange(heights, { top: 0, height: 560 })
  expect(top.total).toBe(32 + 5000 * 56)
  expect([top.from, top.to]).toEqual([0, 19])
  const deep = visibleRange(heights, { top: 32 + 56 * 1000, height: 560 })
  expect([deep.from, deep.to, deep.offset]).toEqual([993, 1019, 32 + 56 * 992])
})

import { expect, it } from 'vitest'
import { outOfDateText } from './out-of-date-text.ts'

const proposal = {
  by: 'member',
  scope: 'org',
  ...{
    person: 'usr_1',
    person_name: 'Ann',
    conversation_id: null,
    run_id: null,
    offered_skill_id: null,
  },
  ...{ trace_id: 't', reason: '' },
} as const
const offer = { proposal, slug: 'deploy', state: 'held' } as const

it('D5: an offer that is out of date says why, never wrongly that its skill is gone', () => {
  const title = (stale_reason: 'changed' | 'offer-changed' | 'slug-taken' | 'gone') =>
    outOfDateText({ ...offer, stale_reason }, { mine: true }).title
  expect(title('offer-changed')).toBe('The skill was changed after it was offered')
  expect(title('slug-taken')).toBe('The organisation has a skill named deploy by now')
  expect(title('changed')).toBe('The skill has changed since this was offered')
  expect(title('gone')).toBe('The skill this changes is gone')
})

it('D5: only whoever offered it is told to withdraw it', () => {
  const given = { ...offer, stale_reason: 'offer-changed' } as const
  expect(outOfDateText(given, { mine: true }).text).toContain('Withdraw')
  expect(outOfDateText(given, { mine: false }).text).not.toContain('Withdraw')
  expect(outOfDateText({ ...given, state: 'stale' }, { mine: true }).text).toContain(
    'Offer the skill',
  )
})

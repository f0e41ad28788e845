import { expect, it } from 'vitest'
import { emptyText } from './no-turns.tsx'

it('says of no turn what was looked for: a kind only where one was chosen', () => {
  expect(emptyText({})).toContain('in the last 24 hours')
  expect(emptyText({ since: '7d' })).toContain('in the last 7 days')
  expect(emptyText({ outcome: 'failed' })).toContain('none of that kind')
  expect(emptyText({ agent: 'agt_1', since: '7d' })).toContain('none of that kind')
  expect(emptyText({ at: '2026-05-20T12:00' })).toContain('half an hour')
})

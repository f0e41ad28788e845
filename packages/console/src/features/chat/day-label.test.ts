import { expect, it } from 'vitest'
import { dayLabel } from './day-label.ts'

const now = new Date(2026, 10, 27, 0, 30).getTime()
const at = (...date: [number, number, number, number, number]) => new Date(...date).toISOString()

it.each([
  ['Today', at(2026, 10, 27, 0, 1)],
  ['Yesterday', at(2026, 10, 26, 23, 59)],
  ['Wednesday', at(2026, 10, 25, 12, 0)],
  ['Saturday', at(2026, 10, 21, 12, 0)],
  ['November 2026', at(2026, 10, 20, 12, 0)],
  ['March 2025', at(2025, 2, 1, 12, 0)],
])('says %s by the calendar, not by hours', (label, time) => {
  expect(dayLabel(time, now)).toBe(label)
})

it('takes a clock that is ahead for today', () => {
  expect(dayLabel(at(2026, 10, 28, 9, 0), now)).toBe('Today')
})

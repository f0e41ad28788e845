import { expect, it } from 'vitest'
import { dayLabel, daySeries } from './day-series.ts'

it('a day on which nothing happened is there too, without numbers', () => {
  const numbers = { model_calls: 3 } as never
  const groups = [{ day: '2026-03-01', name: null, numbers }]
  const days = daySeries({ from: '2026-02-27', to: '2026-03-01', groups })
  expect(days).toEqual([
    { day: '2026-02-27', numbers: null },
    { day: '2026-02-28', numbers: null },
    { day: '2026-03-01', numbers },
  ])
  expect(dayLabel('2026-03-01')).toBe('1 Mar')
})

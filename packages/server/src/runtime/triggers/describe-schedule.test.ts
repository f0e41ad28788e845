import { describe, expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'

describe('a schedule in words', () => {
  it.each([
    ['* * * * *', 'Every minute'],
    ['*/10 9-17 * * 1-5', 'Every 10 minutes, between 09:00 and 17:59, Monday through Friday'],
    ['0 7 * * *', 'At 07:00'],
    ['30 7,19 * * sat,sun', 'At 07:30 and 19:30, only on Saturday and Sunday'],
    ['0 8 13 * 5', 'At 08:00, on day 13 of the month, and on Friday'],
    ['30 0 7 * * *', 'At 07:00:30'],
    ['0 0 L * *', 'At 00:00, on the last day of the month'],
  ])('E8: %s is “%s”', (cron, words) => {
    expect(describeSchedule(cron)).toBe(words)
  })

  it.each([
    ['too few fields', '* * * *'],
    ['an hour there is not', '0 24 * * *'],
    ['a step of nothing', '*/0 * * * *'],
    ['a name of a property every object has', '0 0 * constructor *'],
    ['text', 'every day at nine please thanks'],
    ['too many times to read', `${Array.from({ length: 59 }, (_, n) => n).join(',')} 3,7 * * *`],
  ])('E8: %s has no words: its next times say it', (_what, cron) => {
    expect(describeSchedule(cron)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { cronWords } from './cron-words.ts'

describe('a schedule in words', () => {
  it.each([
    ['* * * * *', 'Every minute'],
    ['*/15 * * * *', 'Every 15 minutes'],
    ['*/1 * * * *', 'Every minute'],
    ['*/10 9-17 * * 1-5', 'Every 10 minutes from 09:00 to 17:59, Monday to Friday'],
    ['* 9 * * *', 'Every minute from 09:00 to 09:59'],
    ['0 * * * *', 'Every hour, on the hour'],
    ['5,35 * * * *', 'Every hour, at 5 and 35 minutes past'],
    ['15 */6 * * *', 'Every 6 hours, at 15 minutes past'],
    ['0 9-17 * * *', 'Every hour from 09:00 to 17:00'],
    ['0 7 * * *', 'At 07:00 every day'],
    ['0 7 * * 0-6', 'At 07:00 every day'],
    ['0 7 * * 1-5', 'At 07:00, Monday to Friday'],
    ['0 7 * * 1-5/2', 'At 07:00, on Mondays, Wednesdays and Fridays'],
    ['30 7,19 * * sat,sun', 'At 07:30 and 19:30, on Saturdays and Sundays'],
    ['0 7 * * 5-7', 'At 07:00, Friday to Sunday'],
    ['0 0 1 jan,jul *', 'At 00:00, on the 1st of the month, in January and July'],
    ['0 0 1,2,3,22 * *', 'At 00:00, on the 1st, 2nd, 3rd and 22nd of the month'],
    ['0 8 1-7 * *', 'At 08:00, from the 1st to the 7th of the month'],
    ['0 8 13 * 5', 'At 08:00, on the 13th of the month, and also on Fridays'],
    ['0 8 * 3-5 *', 'At 08:00 every day, from March to May'],
    ['30 0 7 * * *', 'At 07:00:30 every day'],
    ['*/10 * * * * *', 'Every 10 seconds'],
    ['* * * * * *', 'Every second'],
  ])('E8: %s is “%s”', (cron, words) => {
    expect(cronWords(cron)).toBe(words)
  })

  it.each([
    ['a last day', '0 0 L * *'],
    ['the second Friday', '0 0 * * 5#2'],
    ['a step from a single value', '5/15 * * * *'],
    ['too many times to name', '1,5,9,14,33,44,51 3,7 * * *'],
    ['too few fields', '* * * *'],
    ['an hour there is not', '0 24 * * *'],
    ['a range that goes back', '0 0 * * 6-1'],
    ['a step of nothing', '*/0 * * * *'],
    ['a name of a property every object has', '0 0 * constructor *'],
    ['text', 'every day at nine please thanks'],
  ])('E8: %s has no words: its next times say it', (_what, cron) => {
    expect(cronWords(cron)).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CronField, readCron } from '../../testing/cron-fields.ts'
import { nextTime } from './next-time.ts'

const hour = 3_600_000
const berlin = (cron: string) => ({ cron, timeZone: 'Europe/Berlin' })
const at = (text: string) => Date.parse(text)

function times(schedule: { cron: string; timeZone: string }, from: string, count: number) {
  const found: string[] = []
  let after: number | null = at(from)
  while (found.length < count && after !== null) {
    after = nextTime(schedule, after)
    if (after !== null) found.push(new Date(after).toISOString())
  }
  return found
}

describe('the times of a schedule', () => {
  it('E8: a local time that daylight saving skips comes right after the gap, once', () => {
    expect(times(berlin('30 2 * * *'), '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('E8: a local time that daylight saving repeats comes once; every half hour continues', () => {
    expect(times(berlin('30 2 * * *'), '2026-10-24T00:00:00Z', 3)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
    expect(times(berlin('*/30 * * * *'), '2026-10-25T00:00:00Z', 3)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ])
  })

  it('E8: times only go forward, and none of a plain schedule is skipped, in any zone', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
    ]
    const cases = fc.record({
      timeZone: fc.constantFrom(...zones),
      every: fc.constantFrom(1, 5, 15, 30),
      from: fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
    })
    fc.assert(
      fc.property(cases, ({ timeZone, every, from }) => {
        const schedule = { cron: `*/${every} * * * *`, timeZone }
        let before = from
        for (let n = 0; n < 20; n += 1) {
          const next = nextTime(schedule, before) ?? Number.NaN
          expect(next).toBeGreaterThan(before)
          expect(next % 60_000).toBe(0)
          expect(next - before).toBeLessThanOrEqual(every * 60_000)
          before = next
        }
      }),
      { numRuns: 60 },
    )
  })

  it('E8: the next time does not depend on how often or from where it is computed', () => {
    const from = at('2026-03-01T00:00:00Z')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * 24 * hour }), (later) => {
        const schedule = berlin('15 7 * * 1-5')
        const next = nextTime(schedule, from + later) ?? 0
        expect(nextTime(schedule, next - 1)).toBe(next)
        expect(nextTime(schedule, from + later)).toBe(next)
      }),
      { numRuns: 60 },
    )
  })

  it('E8: a schedule’s description matches its times', () => {
    const number = (from: number, to: number) => fc.integer({ min: from, max: to })
    const part = (from: number, to: number) =>
      fc.oneof(
        number(from, to).map(String),
        fc.tuple(number(from, to), number(from, to)).map(([a, b]) => {
          return `${Math.min(a, b)}-${Math.max(a, b)}`
        }),
        fc.tuple(number(from, to), number(from, to), number(1, 7)).map(([a, b, step]) => {
          return `${Math.min(a, b)}-${Math.max(a, b)}/${step}`
        }),
      )
    const field = (from: number, to: number) =>
      fc.oneof(
        fc.constant('*'),
        number(2, Math.min(to, 9)).map((step) => `*/${step}`),
        fc.array(part(from, to), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')),
      )
    const crons = fc
      .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7))
      .map((fields) => fields.join(' '))
    fc.assert(
      fc.property(
        crons,
        number(at('2024-01-01T00:00:00Z'), at('2030-01-01T00:00:00Z')),
        (cron, from) => {
          let after = from
          for (let n = 0; n < 5; n += 1) {
            const next = nextTime({ cron, timeZone: 'UTC' }, after)
            expect(next).toBe(nextByFields(cron, after))
            if (next === null) return
            after = next
          }
        },
      ),
      { numRuns: 80 },
    )
  })

  it.each([
    ['a day that never comes', '0 0 31 2 *'],
    ['nothing', ''],
    ['a date', '2030-01-01T00:00:00'],
    ['seven fields', '0 0 0 1 1 * 2030'],
    ['words', 'every day at nine please'],
    ['an hour there is not', '0 25 * * *'],
  ])('E8: %s is refused or has no times', (_what, cron) => {
    const named = () => nextTime({ cron, timeZone: 'UTC' }, 0)
    if (cron === '0 0 31 2 *') expect(named()).toBeNull()
    else expect(named).toThrow(expect.objectContaining({ name: 'ProblemError' }))
  })

  it('E8: an unknown time zone is refused', () => {
    const refused = () => nextTime({ cron: '* * * * *', timeZone: 'Mars/Olympus' }, 0)
    expect(refused).toThrow(/time zone/)
    expect(refused).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ details: { field: 'time_zone' } }),
      }),
    )
    expect(() => nextTime({ cron: '99 * * * *', timeZone: 'UTC' }, 0)).toThrow(
      /^The schedule cannot be read: Invalid value for minute/,
    )
  })
})

/**
 * Reference implementation: the first minute in UTC that matches the fields, day by day. Null after twenty
 * years.
 */
function nextByFields(cron: string, after: number): number | null {
  const fields = readCron(cron)
  if (!fields) throw new Error(`${cron} could not be read`)
  const { minute, hour, day, month, weekday } = fields
  const has = (field: CronField, value: number) => field.values.includes(value)
  const first = new Date(Math.floor(after / 60_000) * 60_000 + 60_000)
  for (let days = 0; days < 20 * 366; days += 1) {
    const date = new Date(first)
    date.setUTCDate(first.getUTCDate() + days)
    const ofMonth = has(day, date.getUTCDate())
    const ofWeek = has(weekday, date.getUTCDay())
    const either = !day.any && !weekday.any ? ofMonth || ofWeek : ofMonth && ofWeek
    if (!either || !has(month, date.getUTCMonth() + 1)) continue
    for (const h of hour.values) {
      for (const m of minute.values) {
        const time = date.setUTCHours(h, m)
        if (time >= first.getTime()) return time
      }
    }
  }
  return null
}

import { type CronField, type CronFields, readCron } from './cron-fields.ts'

/** More of one kind are no longer easier to read than the schedule itself. */
const mostNamed = 6

/**
 * What a schedule says in words (E8), by the clocks of its time zone: `At 07:00, Monday to Friday`. Null for what would
 * not be short, and what {@link readCron} does not read; its next times say it then. Pure.
 */
export function cronWords(cron: string): string | null {
  const fields = readCron(cron)
  const time = fields && timeWords(fields)
  const day = fields && dayWords(fields)
  const month = fields && monthWords(fields.month)
  if (!time || day === null || month === null) return null
  const daily = day === '' && time.startsWith('at ') ? ' every day' : ''
  const words = [`${time}${daily}`, day, month].filter((part) => part !== '').join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function timeWords({ second, minute, hour }: CronFields): string | null {
  if (!isOnly(second, 0)) return secondWords({ second, minute, hour })
  if (minute.any || evenly(minute, 60)) {
    const often = minute.any ? 'every minute' : everyFew(minute.step ?? 1, 'minute')
    const hours = hourSpan(hour)
    return hours === null ? null : `${often}${hours}`
  }
  if (hour.any || evenly(hour, 24)) {
    const often = hour.any ? 'every hour' : everyFew(hour.step ?? 1, 'hour')
    return minute.values.length > mostNamed ? null : `${often}, ${past(minute)}`
  }
  const [first = 0] = minute.values
  if (hour.values.length > 2 && isRun(hour) && minute.values.length === 1) {
    return `every hour from ${clock(hour.values[0], first)} to ${clock(hour.values.at(-1), first)}`
  }
  return clockWords(hour, minute)
}

function secondWords({ second, minute, hour }: Pick<CronFields, 'second' | 'minute' | 'hour'>) {
  if (minute.any && hour.any) {
    if (second.any) return 'every second'
    return evenly(second, 60) ? everyFew(second.step ?? 1, 'second') : null
  }
  const [first] = second.values
  return second.values.length === 1 ? clockWords(hour, minute, first) : null
}

function clockWords(hour: CronField, minute: CronField, second?: number): string | null {
  if (hour.any || minute.any || hour.values.length * minute.values.length > mostNamed) return null
  const times = hour.values.flatMap((h) => minute.values.map((m) => clock(h, m, second)))
  return `at ${listed(times)}`
}

function hourSpan(hour: CronField): string | null {
  if (hour.any) return ''
  if (!isRun(hour)) return null
  return ` from ${clock(hour.values[0], 0)} to ${clock(hour.values.at(-1), 59)}`
}

function past({ values }: CronField): string {
  if (values.length === 1 && values[0] === 0) return 'on the hour'
  const unit = values.length === 1 && values[0] === 1 ? 'minute' : 'minutes'
  return `at ${listed(values.map(String))} ${unit} past`
}

function dayWords({ day, weekday }: CronFields): string | null {
  const ofWeek = weekday.any || weekday.values.length === 7 ? '' : weekdayWords(weekday)
  if (day.any) return ofWeek
  const ofMonth = monthDayWords(day)
  if (ofMonth === null || weekday.any) return ofMonth
  // With both, either is enough.
  return ofWeek === '' ? null : `${ofMonth}, and also ${ofWeek}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function weekdayWords(field: CronField): string {
  // A week is told from its Monday.
  const days = field.values.map((value) => (value + 6) % 7).sort((a, b) => a - b)
  const names = days.map((value) => weekdays[(value + 1) % 7] ?? '')
  const together = (days.at(-1) ?? 0) - (days[0] ?? 0) === days.length - 1
  if (days.length > 2 && together) return `${names[0]} to ${names.at(-1)}`
  return `on ${listed(names.map((name) => `${name}s`))}`
}

function monthDayWords(field: CronField): string | null {
  const { values } = field
  if (values.length > 2 && isRun(field)) {
    return `from the ${ordinal(values[0])} to the ${ordinal(values.at(-1))} of the month`
  }
  if (values.length > mostNamed) return null
  return `on the ${listed(values.map(ordinal))} of the month`
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

function monthWords(field: CronField): string | null {
  const names = field.values.map((value) => monthNames[value - 1] ?? '')
  if (field.any || names.length === 12) return ''
  if (names.length > 2 && isRun(field)) return `from ${names[0]} to ${names.at(-1)}`
  return names.length > mostNamed ? null : `in ${listed(names)}`
}

function isOnly({ values }: CronField, value: number): boolean {
  return values.length === 1 && values[0] === value
}

function isRun({ values }: CronField): boolean {
  return (values.at(-1) ?? 0) - (values[0] ?? 0) === values.length - 1
}

/** Whether its step leaves no shorter one at the end. */
function evenly({ step }: CronField, whole: number): boolean {
  return step !== null && step < whole && whole % step === 0
}

function everyFew(count: number, unit: string): string {
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

function clock(hour = 0, minute = 0, second?: number): string {
  const parts = second === undefined ? [hour, minute] : [hour, minute, second]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

const endings = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function ordinal(value = 0): string {
  return `${value}${suffixes[endings.select(value)]}`
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** One field of a schedule. */
export interface CronField {
  /** A star: it asks for nothing. */
  readonly any: boolean
  /** Of a star with a step, such as every fifth: the step. */
  readonly step: number | null
  /** What it names, ascending; weekdays from Sunday, 0. */
  readonly values: readonly number[]
}

export interface CronFields {
  readonly second: CronField
  readonly minute: CronField
  readonly hour: CronField
  readonly day: CronField
  readonly month: CronField
  readonly weekday: CronField
}

interface Span {
  readonly from: number
  readonly to: number
  /** What stands for `from` and what follows it. */
  readonly names?: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun']
const laterMonths = ['jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const spans = {
  second: { from: 0, to: 59 },
  minute: { from: 0, to: 59 },
  hour: { from: 0, to: 23 },
  day: { from: 1, to: 31 },
  month: { from: 1, to: 12, names: [...months, ...laterMonths] },
  /** Sunday is 7 as well. */
  weekday: { from: 0, to: 7, names: weekdays },
} satisfies Record<keyof CronFields, Span>

/**
 * The fields of a schedule that is written with stars, numbers, names, ranges, lists and steps; null for anything
 * rarer, such as the last day of a month. Pure.
 */
export function readCron(cron: string): CronFields | null {
  const parts = cron.trim().split(/\s+/)
  if (parts.length === 5) parts.unshift('0')
  if (parts.length !== 6) return null
  const [second, minute, hour, day, month, weekday] = parts.map((text, place) =>
    readField(text, Object.values<Span>(spans)[place] as Span),
  )
  if (!second || !minute || !hour || !day || !month || !weekday) return null
  const days = new Set(weekday.values.map((value) => value % 7))
  const ascending = [...days].sort((a, b) => a - b)
  return { second, minute, hour, day, month, weekday: { ...weekday, values: ascending } }
}

function readField(text: string, span: Span): CronField | null {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const read = readPart(part, span)
    if (!read) return null
    for (let value = read.from; value <= read.to; value += read.step) values.add(value)
  }
  const [, step] = /^\*\/(\d+)$/.exec(text) ?? []
  return {
    any: text === '*',
    step: step === undefined ? null : Number(step),
    values: [...values].sort((a, b) => a - b),
  }
}

const partPattern = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/

function readPart(text: string, span: Span) {
  const [whole, star, first, last, every] = partPattern.exec(text) ?? []
  // A single value with a step is read differently by different programs.
  if (whole === undefined || (every !== undefined && !star && last === undefined)) return null
  const from = star ? span.from : numberOf(first, span)
  const to = star ? lastOf(span) : last === undefined ? from : numberOf(last, span)
  const step = every === undefined ? 1 : Number(every)
  if (from === null || to === null || step < 1 || from > to) return null
  return { from, to, step }
}

/** A star over weekdays is seven days, not eight. */
function lastOf({ to }: Span): number {
  return to === spans.weekday.to ? 6 : to
}

function numberOf(text = '', { from, to, names = [] }: Span): number | null {
  const named = names.indexOf(text.toLowerCase())
  const value = named < 0 ? (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN) : named + from
  return value >= from && value <= to ? value : null
}

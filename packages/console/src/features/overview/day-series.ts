import type { StatsBody, UsageNumbers } from '@repertoire/protocol'

const dayMs = 86_400_000

/** A UTC day; null numbers when nothing happened. */
export interface Day {
  readonly day: string
  readonly numbers: UsageNumbers | null
}

/** Every day of a range, also those on which nothing happened. Pure. */
export function daySeries({ from, to, groups }: Pick<StatsBody, 'from' | 'to' | 'groups'>): Day[] {
  const known = new Map(groups.map(({ day, numbers }) => [day, numbers]))
  const days: Day[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({ day, numbers: known.get(day) ?? null })
  }
  return days
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `26 Oct`. */
export function dayLabel(day: string): string {
  return short.format(Date.parse(day))
}

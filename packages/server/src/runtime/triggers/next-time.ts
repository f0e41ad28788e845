import type { NextTime } from '@repertoire/core/domain'
import { invalidSchedule } from '@repertoire/core/use'
import { Cron } from 'croner'

/** Number of cached patterns. */
const maxCachedPatterns = 500
const cache = new Map<string, Cron>()

/** By croner: a local time that daylight saving skips fires at the change, and a repeated one fires once. */
export const nextTime: NextTime = ({ cron, timeZone }, after) => {
  const pattern = cachedPattern(cron, timeZone)
  return pattern.nextRun(new Date(after))?.getTime() ?? null
}

function cachedPattern(cron: string, timeZone: string): Cron {
  const key = `${timeZone}\n${cron}`
  const known = cache.get(key)
  if (known) return known
  const pattern = parse(cron, timeZone)
  if (cache.size >= maxCachedPatterns) cache.clear()
  cache.set(key, pattern)
  return pattern
}

function parse(cron: string, timeZone: string): Cron {
  // Croner would take a date for a one-time schedule, and a year for a seventh field.
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== 5 && fields.length !== 6) {
    throw invalidSchedule('A schedule has five fields, or six that begin with seconds.')
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    const message = `There is no time zone ${JSON.stringify(timeZone.slice(0, 60))}.`
    throw invalidSchedule(message, 'time_zone')
  }
  try {
    return new Cron(fields.join(' '), { timezone: timeZone, paused: true, mode: '5-or-6-parts' })
  } catch (error) {
    // The library prefixes its own name to the message.
    const detail =
      error instanceof Error ? error.message.replace(/^Cron\w*: /, '').slice(0, 200) : ''
    throw invalidSchedule(`The schedule cannot be read: ${detail}`)
  }
}

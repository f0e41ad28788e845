import cronstrue from 'cronstrue'

/** A longer sentence is harder to read than the schedule and its next times. */
const maxLength = 200

/** What a cron expression says in words, by the clocks of its time zone; null where that takes too many. Pure. */
export function describeSchedule(cron: string): string | null {
  try {
    const words = cronstrue.toString(cron, { use24HourTimeFormat: true })
    return words.length > maxLength ? null : words
  } catch {
    return null
  }
}

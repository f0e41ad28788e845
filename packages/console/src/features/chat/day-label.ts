const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' })
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

/** `Today`, `Yesterday`, the weekday within a week, then the month. By the calendar of this place. Pure. */
export function dayLabel(at: string, now: number): string {
  const date = new Date(at)
  const days = daysBetween(date, new Date(now))
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return (days < 7 ? weekday : month).format(date)
}

function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return (midnight(to) - midnight(from)) / 86_400_000
}

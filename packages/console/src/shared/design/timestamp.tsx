const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 minutes ago`, `in 2 hours`; under a minute `just now` or `in under a minute`. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return seconds > 0 ? 'in under a minute' : 'just now'
}

/** `24 Nov`, or `Nov 2025` in another year; exact to hover. */
export function ShortDate({ at }: { readonly at: string }) {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {(isThisYear ? dayAndMonth : monthAndYear).format(date)}
    </time>
  )
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' })

/** A point in time, relative to read and exact to hover. */
export function Timestamp({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {relativeTime(date.getTime(), Date.now())}
    </time>
  )
}

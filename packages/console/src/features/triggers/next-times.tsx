import type { TriggerTimes } from '@repertoire/protocol'

/** Where the reader is. */
const hereZone = Intl.DateTimeFormat().resolvedOptions().timeZone

interface NextTimesProps {
  readonly schedule: TriggerTimes
  /** Of the schedule. */
  readonly timeZone: string
  readonly readerZone?: string
}

/** What a schedule says in words, and when it comes next by the reader's clock, and by its own where that differs. */
export function NextTimes({ schedule, timeZone, readerZone = hereZone }: NextTimesProps) {
  const { words, times } = schedule
  const abroad = timeZone !== readerZone
  return (
    <div>
      <p role="status" className="mb-2">
        {words ? `${words}, by the clocks of ${timeZone}` : 'No short words say this schedule.'}
      </p>
      <p className="text-xs font-medium text-ink-2">
        Next times{abroad && `, by your clock (${readerZone})`}
      </p>
      <ul aria-label="Next times" className="mt-1 flex flex-col gap-1 text-xs text-ink-2">
        {times.map((at) => (
          <li key={at}>
            <time dateTime={at}>{long(at, readerZone)}</time>
            {abroad && <span className="text-ink-3"> · there {short(at, timeZone)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function long(at: string, timeZone: string): string {
  return inZone(at, { dateStyle: 'full', timeStyle: 'short', timeZone })
}

function short(at: string, timeZone: string): string {
  return inZone(at, { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone })
}

/** The server may know time zones that this browser does not. */
function inZone(at: string, style: Intl.DateTimeFormatOptions): string {
  try {
    return new Intl.DateTimeFormat('en', style).format(new Date(at))
  } catch {
    return at
  }
}

import { outboundProblem } from './outbound-problems.ts'

/** The timeout of one exchange, combined with the caller's signal. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly expired: () => boolean
  readonly caller: AbortSignal | null
  /** Clears the timeout. */
  clear(): void
  /** Clears the timeout and aborts whatever is running. */
  release(): void
}

/** Starts the timeout. `Infinity` leaves only the caller's signal. */
export function startDeadline(timeMs: number, caller: AbortSignal | null): Deadline {
  const own = new AbortController()
  const expire = () =>
    own.abort(
      outboundProblem('outbound.timeout', {
        message: `It took longer than ${timeMs} ms, so it was given up.`,
        details: { limitMs: timeMs },
      }),
    )
  const timer = Number.isFinite(timeMs) ? setTimeout(expire, timeMs) : undefined
  return {
    signal: caller ? AbortSignal.any([own.signal, caller]) : own.signal,
    expired: () => own.signal.aborted,
    caller,
    clear: () => clearTimeout(timer),
    release: () => {
      clearTimeout(timer)
      own.abort()
    },
  }
}

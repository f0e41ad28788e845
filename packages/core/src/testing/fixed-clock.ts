import type { Timestamp } from '../base/ids.ts'
import type { Clock } from '../ports/clock.ts'

/** A clock that changes only through its methods. */
export interface FixedClock extends Clock {
  /** Milliseconds; may be negative. */
  advance(milliseconds: number): void
  set(now: Timestamp): void
}

/** Starts at 2026-01-01T00:00:00Z by default. */
export function createFixedClock(start: Timestamp = Date.UTC(2026, 0, 1)): FixedClock {
  let now = start
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds
    },
    set: (to) => {
      now = to
    },
  }
}

import type { Timestamp } from '../../base/ids.ts'
import type { NextTime, Trigger } from '../../domain/trigger.ts'

/** A time is missed when it is this many milliseconds ago: no server ran. Within it, every time counts. */
export const graceMs = 60_000

export type FiringPlan =
  | { readonly do: 'wait' }
  /** `nextAt`: what the schedule waits for afterwards. */
  | { readonly do: 'fire' | 'skip'; readonly due: Timestamp; readonly nextAt: Timestamp | null }

/**
 * What a schedule does at `now`. The answer hangs on nothing but its own `nextAt` and the time, so every
 * process comes to the same, and a clock that goes back changes nothing that has happened. Pure.
 */
export function planFiring(
  { enabled, trigger, nextAt }: Pick<Trigger, 'enabled' | 'trigger' | 'nextAt'>,
  now: Timestamp,
  next: NextTime,
): FiringPlan {
  if (!enabled || trigger.kind !== 'cron' || nextAt === null || nextAt > now) return { do: 'wait' }
  if (now - nextAt <= graceMs) return { do: 'fire', due: nextAt, nextAt: next(trigger, nextAt) }
  const does = trigger.missed === 'run-once' ? 'fire' : 'skip'
  return { do: does, due: nextAt, nextAt: next(trigger, now) }
}

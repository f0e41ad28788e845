import type { Timestamp } from '../../base/ids.ts'
import type { NextTime, Trigger } from '../../domain/trigger.ts'

/** A due time older than this many milliseconds is missed, because no server ran. */
export const graceMs = 60_000

export type FiringPlan =
  | { readonly do: 'wait' }
  /** `nextAt`: the due time after this one. */
  | { readonly do: 'fire' | 'skip'; readonly due: Timestamp; readonly nextAt: Timestamp | null }

/**
 * What a schedule does at `now`. Depends only on its `nextAt` and the time, so that all processes agree, and a
 * clock that goes back repeats nothing. Pure.
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

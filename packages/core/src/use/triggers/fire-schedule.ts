import { isProblemError, type Problem } from '../../base/errors.ts'
import type { Timestamp, TriggerId } from '../../base/ids.ts'
import type { FiringRecord, NextTime, Trigger } from '../../domain/trigger.ts'
import { rejectedFiringEntry, stopEntry } from './audit-details.ts'
import { type FireDeps, fireTrigger, firingOf } from './fire-trigger.ts'
import { type FiringPlan, planFiring } from './plan-firing.ts'
import { finalCodes, missedSchedule } from './trigger-problems.ts'

/** The outcome of one poll of a schedule. `later`: nothing is due. */
export type ScheduleOutcome = 'fired' | 'skipped' | 'stopped' | 'later'

/** Another process fired it, or a person changed it: the next poll decides again. */
const staleStateCodes: ReadonlySet<string> = new Set(['signal.moved-on', 'signal.not-found'])
/** Over a rate limit or quota, which the next seconds do not change. */
const pausingCodes: ReadonlySet<string> = new Set(['signal.too-often', 'quota.exceeded'])
/**
 * After a time over the rate limit, the schedule skips the times within this many milliseconds. Less than a
 * minute and counted from the due time, so that a schedule of every minute still records each refusal.
 */
const pauseMs = 59_000

/** What firing a schedule needs. `onNotFired` is told of each due time without a turn, and why. */
export interface ScheduleDeps extends FireDeps {
  readonly next: NextTime
  readonly onNotFired?: (problem: Problem) => void
}

/**
 * Fires the due time of a schedule exactly once across all processes. A turn that cannot be started is
 * recorded as skipped; temporary problems are thrown, and the time stays due.
 */
export async function fireSchedule(deps: ScheduleDeps, id: TriggerId): Promise<ScheduleOutcome> {
  const { store } = deps
  const source = await store.triggers.get(id)
  if (!source) return 'later'
  const plan = await planned(deps, source)
  if (plan === 'unreadable') return 'stopped'
  if (plan.do === 'wait') return 'later'
  const time = { due: plan.due, nextAt: plan.nextAt }
  const request = { key: `at:${plan.due}`, text: source.message, planned: time }
  try {
    if (plan.do === 'skip')
      return await skip(deps, source, { planned: time, problem: missedSchedule })
    const firing = await fireTrigger(deps, source, request)
    // A time fired earlier still needs the advance; for a new firing the same batch did it already.
    await store.triggers.advance(id, time)
    return firing.outcome === 'started' ? 'fired' : 'skipped'
  } catch (error) {
    if (!isProblemError(error)) throw error
    const { code, kind } = error.problem
    if (staleStateCodes.has(code)) return 'later'
    if (finalCodes.has(code)) {
      deps.onNotFired?.(error.problem)
      return 'stopped'
    }
    if (kind === 'unavailable' || kind === 'internal') throw error
    const nextAt = pausingCodes.has(code) ? nextAfterPause(deps, source, time) : time.nextAt
    return skip(deps, source, { planned: { ...time, nextAt }, problem: error.problem })
  }
}

/** Stops a schedule that is no longer readable, for example because its time zone was removed. */
async function planned(deps: ScheduleDeps, source: Trigger): Promise<FiringPlan | 'unreadable'> {
  const { store, clock, next } = deps
  try {
    return planFiring(source, clock.now(), next)
  } catch (error) {
    if (!isProblemError(error) || error.problem.code !== 'signal.bad-schedule') throw error
    const because = { reason: error.problem.code, by: null, traceId: null }
    await store.triggers.stop(source.id, error.problem, stopEntry(deps, source, because))
    deps.onNotFired?.(error.problem)
    return 'unreadable'
  }
}

/** A schedule of every second over its limit must not occupy the scheduler, which serves all triggers. */
function nextAfterPause(
  { next }: { readonly next: NextTime },
  { trigger }: Trigger,
  { due, nextAt }: NonNullable<FiringRecord['planned']>,
): Timestamp | null {
  const later = trigger.kind === 'cron' ? next(trigger, due + pauseMs) : null
  return later === null || nextAt === null ? null : Math.max(later, nextAt)
}

async function skip(
  deps: ScheduleDeps,
  source: Trigger,
  { planned, problem }: { planned: NonNullable<FiringRecord['planned']>; problem: Problem },
): Promise<ScheduleOutcome> {
  const { store, clock, ids } = deps
  const at = { at: clock.now(), traceId: ids.traceId() }
  const request = firingOf(source, { key: `at:${planned.due}`, planned }, at)
  const firing = { ...request, outcome: 'skipped', problem } as const
  const auditEntry = await rejectedFiringEntry(deps, source, firing)
  try {
    await store.triggers.record({ firing, auditEntry, planned })
    deps.onNotFired?.(problem)
    return 'skipped'
  } catch (error) {
    if (!isProblemError(error)) throw error
    if (error.problem.code === 'signal.fired-already')
      await store.triggers.advance(source.id, planned)
    else if (!staleStateCodes.has(error.problem.code)) throw error
    return 'later'
  }
}

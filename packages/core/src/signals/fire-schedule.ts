import { isProblemError, type Problem } from '../errors.ts'
import type { SignalSourceId } from '../ids.ts'
import { type FireDeps, fireSignal, firingOf } from './fire-signal.ts'
import { planFiring } from './plan-firing.ts'
import { missedTimes } from './signal-problems.ts'
import type { FiringRecord, NextTime, SignalSource } from './signal-source.ts'

/** What became of one look at a schedule. `later`: nothing is due any more. */
export type ScheduleOutcome = 'fired' | 'skipped' | 'stopped' | 'later'

/** Somebody else was faster, or a person changed it: the next look decides anew. */
const movedOn: ReadonlySet<string> = new Set(['signal.moved-on', 'signal.not-found'])
const stopping: ReadonlySet<string> = new Set(['signal.owner-gone', 'signal.owner-lowered'])

/**
 * Answers the time of a schedule that has come, once whichever and however many processes look (E8). A turn that
 * cannot be started now is skipped and remembered so; what may be different in a moment is thrown, and the time stays due.
 */
export async function fireSchedule(
  deps: FireDeps & { readonly next: NextTime },
  id: SignalSourceId,
): Promise<ScheduleOutcome> {
  const { store, clock, next } = deps
  const source = await store.signals.get(id)
  if (!source) return 'later'
  const plan = planFiring(source, clock.now(), next)
  if (plan.do === 'wait') return 'later'
  const planned = { due: plan.due, nextAt: plan.nextAt }
  const occasion = { key: `at:${plan.due}`, text: source.message, planned }
  try {
    if (plan.do === 'skip') return await skip(deps, source, { planned, problem: missedTimes })
    const firing = await fireSignal(deps, source, occasion)
    // Of a time that was answered before, the schedule is told to go on; of this one it was, in the same batch.
    await store.signals.pass(id, planned)
    return firing.outcome === 'started' ? 'fired' : 'skipped'
  } catch (error) {
    if (!isProblemError(error)) throw error
    const { code, kind } = error.problem
    if (movedOn.has(code)) return 'later'
    if (stopping.has(code)) return 'stopped'
    if (kind === 'unavailable' || kind === 'internal') throw error
    return skip(deps, source, { planned, problem: error.problem })
  }
}

async function skip(
  { store, clock, ids }: FireDeps,
  source: SignalSource,
  { planned, problem }: { planned: NonNullable<FiringRecord['planned']>; problem: Problem },
): Promise<ScheduleOutcome> {
  const at = { at: clock.now(), traceId: ids.traceId() }
  const firing = firingOf(source, { key: `at:${planned.due}`, planned }, at)
  try {
    await store.signals.record({ firing: { ...firing, outcome: 'skipped', problem }, planned })
    return 'skipped'
  } catch (error) {
    if (!isProblemError(error)) throw error
    if (error.problem.code === 'signal.fired-already') await store.signals.pass(source.id, planned)
    else if (!movedOn.has(error.problem.code)) throw error
    return 'later'
  }
}

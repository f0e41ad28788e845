import { type Problem, ProblemError, type ProblemKind } from '../../base/errors.ts'
import type { TriggerId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'

export function triggerNotFound(id: TriggerId): ProblemError {
  return refusal('signal.not-found', 'not-found', 'There is no such signal.', { id })
}

export function triggerExists(id: TriggerId): ProblemError {
  return refusal('signal.exists', 'conflict', 'A signal with this id exists already.', { id })
}

export function triggerStale(id: TriggerId): ProblemError {
  const message = 'The signal was changed in the meantime. Read it again, then repeat the change.'
  return refusal('signal.stale', 'stale', message, { id })
}

/** The time was taken by somebody else, or the signal was changed or stopped meanwhile. */
export function triggerStaleState(id: TriggerId): ProblemError {
  return refusal('signal.moved-on', 'stale', 'This is no longer what the signal waits for.', { id })
}

export function firedAlready(id: TriggerId, key: string): ProblemError {
  return refusal('signal.fired-already', 'conflict', 'This has been answered already.', { id, key })
}

export function triggerTooOften(id: TriggerId, maxTurnsPerHour: number): ProblemError {
  const message = `The signal has started ${maxTurnsPerHour} turns within an hour, which is the most it may.`
  return refusal('signal.too-often', 'rate-limited', message, {
    id,
    most_per_hour: maxTurnsPerHour,
  })
}

export function triggerDisabled(id: TriggerId): ProblemError {
  return refusal('signal.disabled', 'conflict', 'The signal is switched off.', { id })
}

export function keyReused(key: string): ProblemError {
  const message = 'Another delivery had this idempotency key and another body.'
  return refusal('signal.key-reused', 'conflict', message, { key })
}

export function invalidTrigger(field: string, message: string): ProblemError {
  return refusal('signal.invalid', 'invalid', message, { field })
}

export function invalidSchedule(message: string): ProblemError {
  return refusal('signal.bad-schedule', 'invalid', message, { field: 'cron' })
}

export const ownerGone: Problem = {
  code: 'signal.owner-gone',
  kind: 'forbidden',
  message:
    'It stopped: the person whose turns it started is no longer a member of the organisation.',
}

export const ownerDemoted: Problem = {
  code: 'signal.owner-lowered',
  kind: 'forbidden',
  message: 'It stopped: the person whose turns it starts may do less than when they set it up.',
  hint: 'They can look it over and switch it on again.',
}

/** Somebody asks for signals that are not their own. */
export const administratorsOnly: Problem = {
  code: 'signal.administrators-only',
  kind: 'forbidden',
  message: 'Only an owner or admin sees the signals of everybody.',
}

/** With these a signal stops by itself. */
export const stoppingCodes: ReadonlySet<string> = new Set([ownerGone.code, ownerDemoted.code])

/** What time brought while no server ran, under `missed: skip`. */
export const missedSchedule: Problem = {
  code: 'signal.missed',
  kind: 'unavailable',
  message: 'No server ran at this time, and the schedule skips what it missed.',
}

function refusal(
  code: string,
  kind: ProblemKind,
  message: string,
  details: JsonObject,
): ProblemError {
  return new ProblemError({ code, kind, message, details })
}

import { type Problem, type ProblemError, problemError } from '../../base/errors.ts'
import type { TriggerId } from '../../base/ids.ts'

export function triggerDisabled(id: TriggerId): ProblemError {
  return problemError('signal.disabled', 'conflict', 'The trigger is disabled.', { id })
}

export function keyReused(key: string): ProblemError {
  const message = 'Another delivery used this idempotency key with a different body.'
  return problemError('signal.key-reused', 'conflict', message, { key })
}

export function invalidTrigger(field: string, message: string): ProblemError {
  return problemError('signal.invalid', 'invalid', message, { field })
}

export function invalidSchedule(
  message: string,
  field: 'cron' | 'time_zone' = 'cron',
): ProblemError {
  return problemError('signal.bad-schedule', 'invalid', message, { field })
}

export const ownerGone: Problem = {
  code: 'signal.owner-gone',
  kind: 'forbidden',
  message: 'It was stopped: its owner is no longer a member of the organisation.',
}

export const ownerRoleChanged: Problem = {
  code: 'signal.owner-lowered',
  kind: 'forbidden',
  message: 'It was stopped: its owner has fewer permissions than when it was set up.',
  hint: 'The owner can review it and enable it again.',
}

export const keyRevoked: Problem = {
  code: 'signal.key-revoked',
  kind: 'conflict',
  message: 'It was stopped: it was set up or changed with a key that was revoked as stolen.',
  hint: 'Read it, give a webhook a new secret, and enable it again if it is what you want.',
}

export const administratorsOnly: Problem = {
  code: 'signal.administrators-only',
  kind: 'forbidden',
  message: 'Only an owner or admin can see the triggers of others.',
}

/** Problems that stop a trigger. */
export const finalCodes: ReadonlySet<string> = new Set([ownerGone.code, ownerRoleChanged.code])

/** A missed time of a schedule with `missed: skip`. */
export const missedSchedule: Problem = {
  code: 'signal.missed',
  kind: 'unavailable',
  message: 'No server ran at this time, and the schedule skips missed times.',
}

import { type ProblemError, problemError } from '../base/errors.ts'
import type { TriggerId } from '../base/ids.ts'

// What every implementation of the store throws, with identical texts.

export function triggerNotFound(id: TriggerId): ProblemError {
  return problemError('signal.not-found', 'not-found', 'There is no such trigger.', { id })
}

export function triggerExists(id: TriggerId): ProblemError {
  return problemError('signal.exists', 'conflict', 'A trigger with this id already exists.', { id })
}

export function triggerStale(id: TriggerId): ProblemError {
  const message = 'The trigger was changed in the meantime. Read it again, then repeat the change.'
  return problemError('signal.stale', 'stale', message, { id })
}

/** Another process fired the due time, or the trigger was changed or stopped in the meantime. */
export function triggerStaleState(id: TriggerId): ProblemError {
  return problemError('signal.moved-on', 'stale', 'The trigger no longer waits for this time.', {
    id,
  })
}

export function firedAlready(id: TriggerId, key: string): ProblemError {
  return problemError('signal.fired-already', 'conflict', 'This firing already exists.', {
    id,
    key,
  })
}

export function triggerTooOften(id: TriggerId, maxTurnsPerHour: number): ProblemError {
  const message = `The trigger has reached its maximum of ${maxTurnsPerHour} turns per hour.`
  return problemError('signal.too-often', 'rate-limited', message, {
    id,
    most_per_hour: maxTurnsPerHour,
  })
}

import { ProblemError } from '../../base/errors.ts'

export function memoriesStale(expectedVersion: number, currentVersion: number): ProblemError {
  return new ProblemError({
    code: 'observations.stale',
    kind: 'stale',
    message: 'The memories were changed in the meantime. Read them again, then repeat the change.',
    details: { expected_version: expectedVersion, current_version: currentVersion },
  })
}

export function memoriesNotFound(number: number): ProblemError {
  return new ProblemError({
    code: 'observations.not-found',
    kind: 'not-found',
    message: `There is no version ${number} of the memories.`,
    hint: 'See the history for existing versions.',
    details: { number },
  })
}

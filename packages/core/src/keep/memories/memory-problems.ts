import { ProblemError } from '../../base/errors.ts'

export function memoriesStale(expectedVersion: number, currentVersion: number): ProblemError {
  return new ProblemError({
    code: 'observations.stale',
    kind: 'stale',
    message:
      'What is remembered was changed in the meantime. Read it again, then repeat the change.',
    details: { expectedVersion, currentVersion },
  })
}

export function memoriesNotFound(number: number): ProblemError {
  return new ProblemError({
    code: 'observations.not-found',
    kind: 'not-found',
    message: `There is no version ${number} of what is remembered.`,
    hint: 'The history lists the versions there are.',
    details: { number },
  })
}

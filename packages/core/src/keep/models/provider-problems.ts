import { type Problem, ProblemError, problemError } from '../../base/errors.ts'

/** Problems of the store, with the same text in every implementation. */
export function providerNotFound(id: string): ProblemError {
  return new ProblemError({
    code: 'provider.not-found',
    kind: 'not-found',
    message: 'There is no such model provider.',
    details: { id },
  })
}

export function providerExists(id: string): ProblemError {
  return new ProblemError({
    code: 'provider.exists',
    kind: 'conflict',
    message: 'A model provider with this id was added in the meantime.',
    hint: 'Add it again; it gets another id.',
    details: { id },
  })
}

export function providerStale(id: string): ProblemError {
  return new ProblemError({
    code: 'provider.stale',
    kind: 'stale',
    message: 'The model provider was changed in the meantime.',
    hint: 'Read it again, then repeat the change.',
    details: { id },
  })
}

export function invalidProvider(field: string, message: string): ProblemError {
  return problemError('provider.invalid', 'invalid', message, { field })
}

export const ownersChangeModels: Problem = {
  code: 'provider.owners-only',
  kind: 'forbidden',
  message: 'Only an owner changes models.',
  hint: 'Ask an owner of the organisation.',
}

/** A key goes to the address it was given for and to no other. */
export const keyNeededAgain: Problem = {
  code: 'provider.key-needed-again',
  kind: 'conflict',
  message: 'The address or the kind changed, and the stored key is not sent elsewhere.',
  hint: 'Paste the key for the new address, or remove the key with the same change.',
}

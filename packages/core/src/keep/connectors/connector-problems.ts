import { type Problem, ProblemError, problemError } from '../../base/errors.ts'

/** Problems of the store, with the same text in every implementation. */
export function storedConnectorNotFound(name: string): ProblemError {
  return new ProblemError({
    code: 'connector.not-found',
    kind: 'not-found',
    message: `This organisation added no connector "${name.slice(0, 100)}".`,
    hint: 'Connectors of the server’s own file are changed in that file.',
    details: { connector: name.slice(0, 100) },
  })
}

export function connectorExists(name: string): ProblemError {
  return new ProblemError({
    code: 'connector.exists',
    kind: 'conflict',
    message: `There is a connector "${name}" already.`,
    hint: 'Choose another name, or change the one that is there.',
    details: { connector: name, field: 'name' },
  })
}

export function connectorStale(name: string): ProblemError {
  return new ProblemError({
    code: 'connector.stale',
    kind: 'stale',
    message: 'The connector was changed in the meantime.',
    hint: 'Read it again, then repeat the change.',
    details: { connector: name },
  })
}

export function invalidConnector(field: string, message: string): ProblemError {
  return problemError('connector.invalid', 'invalid', message, { field })
}

export const ownersChangeConnectors: Problem = {
  code: 'connector.owners-only',
  kind: 'forbidden',
  message: 'Only an owner adds, changes and removes connectors.',
  hint: 'Ask an owner of the organisation.',
}

/** A stored value goes to the address it was given for and to no other. */
export const headersNeededAgain: Problem = {
  code: 'connector.headers-needed-again',
  kind: 'conflict',
  message: 'The address changed, and the stored values of headers are not sent elsewhere.',
  hint: 'Give every header its value for the new address, or remove it with the same change.',
  details: { field: 'headers' },
}

import { timingSafeEqual } from 'node:crypto'
import { ProblemError, type Sha256 } from '@repertoire/core/base'
import type { Credentials } from './authenticate.ts'
import type { FailedKeyThrottle } from './failed-key-throttle.ts'

interface KeyDeps {
  readonly sha256: Sha256
  readonly failedKeys: FailedKeyThrottle
}

export interface OperatorDeps extends KeyDeps {
  /** Undefined: nobody is the operator over HTTP. */
  readonly operatorKey: string | undefined
}

/**
 * Throws ProblemError `auth.required`, `auth.invalid` or `auth.too-many-attempts` unless the request has the
 * operator's key. No key or login of a person will do, whatever its role.
 */
export function authenticateOperator(deps: OperatorDeps, credentials: Credentials): Promise<void> {
  const variable = 'REPERTOIRE_OPERATOR_KEY'
  const key = { expected: deps.operatorKey, name: 'the operator’s key', variable }
  return authenticateServerKey(deps, credentials, key)
}

/** A key of the server's settings, which belongs to no person. */
export interface ServerKey {
  /** Undefined: nobody has it. */
  readonly expected: string | undefined
  /** As messages call it. */
  readonly name: string
  readonly variable: string
}

/** Throws as {@link authenticateOperator}. */
export async function authenticateServerKey(
  { sha256, failedKeys }: KeyDeps,
  { headers, external: { address } }: Credentials,
  { expected, name, variable }: ServerKey,
): Promise<void> {
  const problem = (code: string, message: string) => keyProblem(code, message, variable)
  const authorization = headers.get('authorization')
  if (authorization === null) throw problem('auth.required', `This needs ${name}.`)
  const key = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization.trim())?.[1] ?? ''
  const found = await failedKeys.find({ address, key }, async (text) =>
    expected !== undefined && isSame(sha256(text), sha256(expected)) ? true : null,
  )
  if (!found) throw problem('auth.invalid', `This is not ${name}.`)
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function keyProblem(code: string, message: string, variable: string): ProblemError {
  const hint = `It is in ${variable} of the server.`
  return new ProblemError({ code, kind: 'unauthenticated', message, hint })
}

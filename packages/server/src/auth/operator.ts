import { timingSafeEqual } from 'node:crypto'
import { ProblemError, type Sha256 } from '@repertoire/core'
import type { Credentials } from './authenticate.ts'
import type { FailedKeyThrottle } from './failed-key-throttle.ts'

export interface OperatorDeps {
  readonly sha256: Sha256
  readonly failedKeys: FailedKeyThrottle
  /** Undefined: nobody is the operator over HTTP. */
  readonly operatorKey: string | undefined
}

/**
 * Throws ProblemError `auth.required`, `auth.invalid` or `auth.too-many-attempts` unless the request has the
 * operator's key. No key or login of a person will do, whatever its role.
 */
export async function authenticateOperator(
  { sha256, failedKeys, operatorKey }: OperatorDeps,
  { headers, external: { address } }: Credentials,
): Promise<void> {
  const authorization = headers.get('authorization')
  if (authorization === null) throw problem('auth.required', 'This needs the operator’s key.')
  const key = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization.trim())?.[1] ?? ''
  const found = await failedKeys.find({ address, key }, async (text) =>
    operatorKey !== undefined && isSame(sha256(text), sha256(operatorKey)) ? true : null,
  )
  if (!found) throw problem('auth.invalid', 'This is not the operator’s key.')
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function problem(code: string, message: string): ProblemError {
  const hint = 'It is in REPERTOIRE_OPERATOR_KEY of the server.'
  return new ProblemError({ code, kind: 'unauthenticated', message, hint })
}

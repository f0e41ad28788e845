import {
  type Clock,
  narrowPermissions,
  type Principal,
  ProblemError,
  rolePermissions,
  type Sha256,
  type Store,
  type TraceId,
} from '@repertoire/core'
import { type AccessAudit, knownAddress } from '../audit/access-audit.ts'
import type { FailedKeyThrottle } from './failed-key-throttle.ts'
import { readSessionCookie } from './session-cookie.ts'
import { sessionIdOf } from './session-id.ts'

/** Who calls, and with which credential. */
export interface Caller {
  readonly principal: Principal
  readonly credential:
    | { readonly kind: 'key'; readonly keyId: string }
    | { readonly kind: 'session'; readonly tokenHash: string }
}

export interface AuthenticateDeps {
  readonly store: Pick<Store, 'directory'>
  readonly clock: Clock
  readonly sha256: Sha256
  readonly failedKeys: FailedKeyThrottle
  readonly accessAudit: Pick<AccessAudit, 'signInRefused'>
}

interface Origin {
  /** Address of the peer. */
  readonly address: string
  readonly traceId: TraceId
}

/** The part of a request that tells who sends it. */
export interface Credentials extends Origin {
  readonly headers: Headers
}

/**
 * Finds the caller by `Authorization: Bearer`, else by the login cookie. Throws ProblemError `auth.required`
 * without a credential, `auth.invalid` for one that is unknown or expired (the answer does not tell these two
 * apart), and `auth.too-many-attempts`.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { headers, ...origin }: Credentials,
): Promise<Caller> {
  const authorization = headers.get('authorization')
  if (authorization !== null) return byKey(deps, { authorization, ...origin })
  const token = readSessionCookie(headers.get('cookie'))
  if (token !== undefined) return bySession(deps, { token, ...origin })
  throw new ProblemError({
    code: 'auth.required',
    kind: 'unauthenticated',
    message: 'This needs an API key (Authorization: Bearer …) or a login.',
  })
}

async function byKey(
  deps: AuthenticateDeps,
  { authorization, address, traceId }: Origin & { readonly authorization: string },
): Promise<Caller> {
  const key = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization.trim())?.[1] ?? ''
  deps.failedKeys.check(address, key)
  const holder = key ? await deps.store.directory.findKey(deps.sha256(key), deps.clock.now()) : null
  if (!holder) {
    await deps.accessAudit.signInRefused({
      ...{ action: 'key-refused', key, address, traceId, reason: 'auth.invalid' },
    })
    await deps.failedKeys.recordFailure(address, key)
    throw invalidCredential('The API key is unknown, expired or revoked.')
  }
  const { tenantId, member } = holder
  return {
    principal: {
      tenantId,
      userId: member.id,
      role: member.role,
      permissions: narrowPermissions(member.role, holder.key.scopes),
      credential: { id: holder.key.id, address: knownAddress(address) },
    },
    credential: { kind: 'key', keyId: holder.key.id },
  }
}

async function bySession(
  deps: AuthenticateDeps,
  { token, address }: Origin & { readonly token: string },
): Promise<Caller> {
  const tokenHash = deps.sha256(token)
  const found = await deps.store.directory.findSession(tokenHash, deps.clock.now())
  if (!found) throw invalidCredential('The login has ended. Log in again.')
  const { tenantId, member } = found
  return {
    principal: {
      tenantId,
      userId: member.id,
      role: member.role,
      permissions: rolePermissions(member.role),
      credential: { id: sessionIdOf(tokenHash), address: knownAddress(address) },
    },
    credential: { kind: 'session', tokenHash },
  }
}

function invalidCredential(message: string): ProblemError {
  return new ProblemError({ code: 'auth.invalid', kind: 'unauthenticated', message })
}

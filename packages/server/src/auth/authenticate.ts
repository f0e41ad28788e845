import {
  type Clock,
  narrowPermissions,
  type Principal,
  ProblemError,
  rolePermissions,
  type Sha256,
  type Store,
} from '@repertoire/core'
import { readSessionCookie } from './session-cookie.ts'

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
}

/**
 * Finds the caller by `Authorization: Bearer`, else by the login cookie. Throws ProblemError `auth.required`
 * without a credential, and `auth.invalid` for one that is unknown or expired. The answer does not tell these
 * two apart.
 */
export async function authenticate(deps: AuthenticateDeps, headers: Headers): Promise<Caller> {
  const authorization = headers.get('authorization')
  if (authorization !== null) return byKey(deps, authorization)
  const token = readSessionCookie(headers.get('cookie'))
  if (token !== undefined) return bySession(deps, token)
  throw new ProblemError({
    code: 'auth.required',
    kind: 'unauthenticated',
    message: 'This needs an API key (Authorization: Bearer …) or a login.',
  })
}

async function byKey(deps: AuthenticateDeps, authorization: string): Promise<Caller> {
  const key = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization.trim())?.[1]
  const holder = key ? await deps.store.directory.findKey(deps.sha256(key), deps.clock.now()) : null
  if (!holder) {
    throw invalidCredential('The API key is unknown, expired or revoked.')
  }
  const { tenantId, member } = holder
  return {
    principal: {
      tenantId,
      userId: member.id,
      role: member.role,
      permissions: narrowPermissions(member.role, holder.key.scopes),
    },
    credential: { kind: 'key', keyId: holder.key.id },
  }
}

async function bySession(deps: AuthenticateDeps, token: string): Promise<Caller> {
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
    },
    credential: { kind: 'session', tokenHash },
  }
}

function invalidCredential(message: string): ProblemError {
  return new ProblemError({ code: 'auth.invalid', kind: 'unauthenticated', message })
}

import { type ApiKeyId, ProblemError, type TraceId } from '@repertoire/core/base'
import { type Principal, rolePermissions } from '@repertoire/core/domain'
import type { OpenSession } from '@repertoire/core/ports'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import { type AccessAudit, knownAddress } from '../audit/access-audit.ts'
import type { FailedKeyThrottle } from './failed-key-throttle.ts'
import { type CredentialDeps, findValidKeyByHash } from './find-credential.ts'
import { readSessionCookies } from './session-cookie.ts'

/** Who calls, and with which credential. */
export interface Caller {
  readonly principal: Principal
  readonly credential:
    | { readonly kind: 'key'; readonly keyId: ApiKeyId; readonly keyHash: string }
    | {
        readonly kind: 'session'
        readonly tokenHash: string
        /** The key of the login; null for a one-time link. */
        readonly keyId: ApiKeyId | null
        readonly session: OpenSession
      }
}

export interface AuthenticateDeps extends CredentialDeps {
  readonly failedKeys: FailedKeyThrottle
  readonly accessAudit: Pick<AccessAudit, 'signInRefused'>
}

interface Origin {
  /** Address of the client. */
  readonly address: string
  readonly traceId: TraceId
}

/** The part of a request that tells who sends it. */
export interface Credentials {
  readonly headers: Headers
  readonly external: Pick<ExternalRequest, 'address' | 'scheme'>
  readonly traceId: TraceId
}

/**
 * Finds the caller by `Authorization: Bearer`, else by the login cookie. Throws ProblemError `auth.required`
 * without a credential, `auth.invalid` for one that is unknown or expired (the answer does not tell these two
 * apart), `auth.several-logins`, and `auth.too-many-attempts`.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { headers, external: { address, scheme }, traceId }: Credentials,
): Promise<Caller> {
  const authorization = headers.get('authorization')
  if (authorization !== null) return byKey(deps, { authorization, address, traceId })
  const tokens = readSessionCookies(headers.get('cookie'), { isTls: scheme === 'https' })
  if (tokens.length > 0) {
    const caller = await callerBySession(deps, { tokens, address })
    if (caller) return caller
    throw invalidCredential('The login has ended. Log in again.')
  }
  throw new ProblemError({
    code: 'auth.required',
    kind: 'unauthenticated',
    message: 'This needs an API key (Authorization: Bearer …) or a login.',
  })
}

/** The caller of a request that was accepted before; null when its credential has ended. */
export async function callerNow(
  deps: CredentialDeps,
  { headers, external: { address, scheme } }: Omit<Credentials, 'traceId'>,
): Promise<Caller | null> {
  const authorization = headers.get('authorization')
  if (authorization !== null) return callerByKey(deps, { key: keyIn(authorization), address })
  const tokens = readSessionCookies(headers.get('cookie'), { isTls: scheme === 'https' })
  return callerBySession(deps, { tokens, address })
}

async function byKey(
  deps: AuthenticateDeps,
  { authorization, address, traceId }: Origin & { readonly authorization: string },
): Promise<Caller> {
  const key = keyIn(authorization)
  const caller = await deps.failedKeys.find({ address, key }, (text) =>
    callerByKey(deps, { key: text, address }),
  )
  if (caller) return caller
  await deps.accessAudit.signInRefused({
    ...{ action: 'key-refused', key, address, traceId, reason: 'auth.invalid' },
  })
  throw invalidCredential('The API key is unknown, expired or revoked.')
}

function keyIn(authorization: string): string {
  return /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization.trim())?.[1] ?? ''
}

async function callerByKey(
  deps: CredentialDeps,
  { key, address }: Pick<Origin, 'address'> & { readonly key: string },
): Promise<Caller | null> {
  const keyHash = deps.sha256(key)
  const found = key ? await findValidKeyByHash(deps, keyHash) : null
  if (!found) return null
  return {
    principal: {
      tenantId: found.tenantId,
      userId: found.member.id,
      ...found.authority,
      credential: { id: found.key.id, name: found.key.name, address: knownAddress(address) },
    },
    credential: { kind: 'key', keyId: found.key.id, keyHash },
  }
}

/**
 * Of several cookies, those that are no login have no effect. Logins of different people are refused: one of
 * them was set by somebody else, and the request does not say which.
 */
async function callerBySession(
  deps: CredentialDeps,
  { tokens, address }: Pick<Origin, 'address'> & { readonly tokens: readonly string[] },
): Promise<Caller | null> {
  const hashes = tokens.map((token) => deps.sha256(token))
  const now = deps.clock.now()
  const looked = await Promise.all(
    hashes.map(async (hash) => ({
      hash,
      found: await deps.store.directory.findSession(hash, now),
    })),
  )
  const logins = looked.flatMap(({ hash, found }) => (found ? [{ ...found, hash }] : []))
  const [login] = logins
  if (!login) return null
  const { tenantId, member, session, hash: tokenHash } = login
  if (logins.some((one) => one.tenantId !== tenantId || one.member.id !== member.id)) {
    throw severalLogins()
  }
  return {
    principal: {
      tenantId,
      userId: member.id,
      role: member.role,
      permissions: rolePermissions(member.role),
      credential: { id: session.id, address: knownAddress(address) },
    },
    credential: { kind: 'session', tokenHash, keyId: session.keyId, session },
  }
}

function severalLogins(): ProblemError {
  return new ProblemError({
    code: 'auth.several-logins',
    kind: 'unauthenticated',
    message: 'The browser sent logins of different people.',
    hint: 'Delete the cookies of this site and its domain, then log in again. Over HTTPS this cannot happen.',
  })
}

export function invalidCredential(message: string): ProblemError {
  return new ProblemError({ code: 'auth.invalid', kind: 'unauthenticated', message })
}

import { createHash } from 'node:crypto'
import type { Sha256 } from '@repertoire/core/base'
import { type AppToken, auditedBy } from '@repertoire/core/domain'
import type { AppTokenHolder, Clock, IdSource, Store } from '@repertoire/core/ports'
import { type CredentialDeps, findValidKeyByHash } from '../../identity/auth/find-credential.ts'
import type { NewSecret } from '../../identity/credentials/secret.ts'
import { OAuthError } from './oauth-error.ts'

/** So that people and secret scanners recognise one. */
const prefixes = { code: 'roc_', access: 'roa_', refresh: 'ror_' } as const

const minute = 60_000
const lifetimes = { code: minute, access: 60 * minute, refresh: 30 * 24 * 60 * minute } as const

export const accessSeconds = lifetimes.access / 1000
/** After it an app that has not fetched a token never will. */
export const codeMs = lifetimes.code

export interface AppTokenDeps extends CredentialDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly newSecret: NewSecret
}

export function isAccessToken(text: string): boolean {
  return text.startsWith(prefixes.access)
}

export function newAppToken(
  { clock, sha256, newSecret }: Pick<AppTokenDeps, 'clock' | 'sha256' | 'newSecret'>,
  { kind, challenge = '' }: { readonly kind: AppToken['kind']; readonly challenge?: string },
): { readonly secret: string; readonly token: AppToken } {
  const secret = `${prefixes[kind]}${newSecret()}`
  const expiresAt = clock.now() + lifetimes[kind]
  return { secret, token: { hash: sha256(secret), kind, challenge, expiresAt } }
}

export interface IssuedTokens {
  readonly access: string
  readonly refresh: string
  readonly holder: AppTokenHolder
}

/** What an app has to show besides the secret itself. */
export interface TokenClaim {
  readonly kind: 'code' | 'refresh'
  readonly secret: string
  readonly clientId: string
  readonly isMet: (holder: AppTokenHolder) => boolean
  readonly traceId: string
}

/**
 * New tokens for a code or a refresh token, once. One that comes a second time may be stolen, and it cannot be known from
 * whom: the app is disconnected. Throws OAuthError `invalid_grant`.
 */
export async function exchangeToken(deps: AppTokenDeps, claim: TokenClaim): Promise<IssuedTokens> {
  const { kind, secret, clientId, isMet, traceId } = claim
  const holder = await deps.store.directory.findAppToken(deps.sha256(secret))
  if (!holder || holder.token.kind !== kind) throw invalidGrant()
  const { tenantId, app, token } = holder
  if (app.clientId !== clientId) throw invalidGrant()
  if (holder.isSpent) return disconnect(deps, holder, traceId)
  if (token.expiresAt <= deps.clock.now()) throw invalidGrant()
  if (!isMet(holder)) {
    // A code is tried once.
    if (kind === 'code') await deps.store.tenant(tenantId).members.removeKey(app.id)
    throw invalidGrant()
  }
  if (!(await findValidKeyByHash(deps, holder.keyHash))) throw invalidGrant()
  const [access, refresh] = [
    newAppToken(deps, { kind: 'access' }),
    newAppToken(deps, { kind: 'refresh' }),
  ]
  const next = { tokens: [access.token, refresh.token], now: deps.clock.now() }
  const spent = await deps.store.tenant(tenantId).connectedApps.spend(token.hash, next)
  if (!spent) return disconnect(deps, holder, traceId)
  return { access: access.secret, refresh: refresh.secret, holder }
}

async function disconnect(
  { store, ids, clock }: AppTokenDeps,
  { tenantId, app, token }: AppTokenHolder,
  traceId: string,
): Promise<never> {
  const tenant = store.tenant(tenantId)
  if (await tenant.members.removeKey(app.id)) {
    const by = { ...auditedBy({ userId: app.userId }), traceId }
    const details = { name: app.name, reason: `a ${token.kind} was used twice` }
    const fact = { action: 'app-disconnected', target: app.id, details }
    await tenant.audit.append([{ id: ids.next('aud'), at: clock.now(), ...by, ...fact }])
  }
  throw invalidGrant()
}

/** RFC 7636 with S256, the only method. */
export function verifyChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

/** Says the same of everything that is wrong. */
function invalidGrant(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The code or token is unknown, used, expired or revoked, or not of this app. Connect again.',
  )
}

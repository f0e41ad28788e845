import { ProblemError } from '@repertoire/core/base'
import {
  type ApiKey,
  descendantsOf,
  isAdministrator,
  lineageOf,
  type Member,
  madeWith,
  mintedExpiry,
  mintingProblem,
  type Permission,
  type Principal,
  parentOfMinted,
  rolePermissions,
} from '@repertoire/core/domain'
import { keyNotFound, type ReservedKey } from '@repertoire/core/ports'
import { stopTriggersMadeWith } from '@repertoire/core/use'
import { keyRoutes } from '@repertoire/protocol'
import { type AuditedCall, recordAudit } from '../../identity/audit/record-audit.ts'
import {
  type ApiKeyRequest,
  describeApiKey,
  type IssuedApiKey,
  issueApiKey,
} from '../../identity/auth/api-key.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toApiKeyBody } from '../wire/organisation.ts'
import { existingMember } from './members.ts'

/**
 * API keys, made for oneself or for a service account. A key depends on the key or the person that made it. Nobody
 * can make or revoke a key with more permissions than the credential they use, so a leaked narrow key cannot
 * widen itself.
 */
export function bindKeys(bind: BindRoute, app: Application): void {
  const keysOf = ({ tenantId }: Principal) => app.store.tenant(tenantId).members.keys()
  const { maxKeyAgeMs } = app.credentialLimits

  bind(keyRoutes.list, async ({ caller }) => {
    const keys = await keysOf(caller.principal)
    const { connectedApps } = app.store.tenant(caller.principal.tenantId)
    const apps = new Set((await connectedApps.list()).map(({ id }) => id))
    const items = visibleKeys(keys, caller.principal).filter(({ id }) => !apps.has(id))
    return { body: { items: items.map((key) => toApiKeyBody(key, { keys, maxKeyAgeMs })) } }
  })

  bind(keyRoutes.create, async (call) => {
    const { name, user_id: userId, scopes, expires_at } = call.body
    const expiresAt = expires_at === undefined ? null : Date.parse(expires_at)
    const { key, secret, keys } = await mintKey(app, call, { name, userId, scopes, expiresAt })
    return { body: { ...toApiKeyBody(key, { keys, maxKeyAgeMs }), key: secret } }
  })

  bind(keyRoutes.remove, async (call) => {
    const withMadeInSessions = call.query.made_in_sessions === 'true'
    await revokeKey(app, call, { id: call.params.id, withMadeInSessions })
    return { body: null }
  })
}

type KeyCall = Pick<AuditedCall, 'traceId'> & { readonly caller: Caller }

/** Revokes a key that the caller may revoke, and records it. Throws ProblemError `key.not-found`, and refusals. */
export async function revokeKey(
  app: Application,
  call: KeyCall,
  {
    id,
    withMadeInSessions: isStolen,
  }: { readonly id: string; readonly withMadeInSessions: boolean },
): Promise<void> {
  const { principal } = call.caller
  const { members } = catalogOf(app, call.caller).store
  const keys = await members.keys()
  const key = visibleKeys(keys, principal).find((one) => one.id === id)
  if (!key) throw keyNotFound(id)
  const holder = await existingMember(app, call.caller, key.userId)
  checkMayRevoke(principal, holder)
  checkScopes(principal, key.scopes)
  const others = isStolen ? madeWith(keys, [key.id]) : descendantsOf(keys, [key.id])
  const gone = new Set([key.id, ...others.map((other) => other.id)])
  const stopTriggers = () => stopTriggersMadeWith(catalogOf(app, call.caller), actorOf(call), gone)
  // The key itself goes last, so that an interrupted request can be repeated.
  if (isStolen) for (const { id } of others) await members.removeKey(id)
  if (isStolen) {
    await stopTriggers()
    const made = (await members.passkeys()).filter(
      ({ loginKeyId }) => loginKeyId !== null && gone.has(loginKeyId),
    )
    await members.removePasskeys(made.map(({ id }) => id))
  }
  await members.removeKey(key.id)
  // Those too that were made while the key still worked.
  if (isStolen) await stopTriggers()
  await recordAudit(app, call, {
    action: 'key-deleted',
    target: key.id,
    details: {
      ...{ name: key.name, user: key.userId },
      descendants: others.map((other) => other.id),
    },
  })
}

export interface RequestedKey {
  readonly name: string
  /** Default: the caller's own. */
  readonly userId?: string | undefined
  /** Default: all permissions of the role. */
  readonly scopes?: readonly Permission[] | undefined
  readonly expiresAt: number | null
}

/** Makes a key within what the caller may do, and records it. `keys`: those that there were. */
export function mintKey(app: Application, call: KeyCall, wanted: RequestedKey) {
  return mint(app, call, { ...wanted, issue: (request) => issueApiKey(app, request) })
}

/** The same for a key whose secret its holder has already. */
export function mintReservedKey(
  app: Application,
  call: KeyCall,
  { publicId, hash, ...wanted }: RequestedKey & ReservedKey,
) {
  const issue = (request: ApiKeyRequest) => ({ key: describeApiKey(app, request, publicId), hash })
  return mint(app, call, { ...wanted, issue })
}

interface Minting<Made> extends RequestedKey {
  issue(request: ApiKeyRequest): Made
}

async function mint<Made extends Pick<IssuedApiKey, 'key' | 'hash'>>(
  app: Application,
  call: KeyCall,
  { name, userId, scopes: wanted, expiresAt: until, issue }: Minting<Made>,
) {
  const { principal, credential } = call.caller
  const holder = await existingMember(app, call.caller, userId ?? principal.userId)
  const problem = mintingProblem(principal, holder)
  if (problem) throw new ProblemError(problem)
  const allowed = rolePermissions(holder.role)
  const scopes = wanted ?? allowed.filter((one) => principal.permissions.includes(one))
  checkScopes(principal, scopes)
  checkScopes({ permissions: allowed }, scopes)
  const { members } = catalogOf(app, call.caller).store
  const keys = await members.keys()
  const parent = parentOfMinted(keys, credential)
  const expiresAt = mintedExpiry({
    ...{ expiresAt: until, now: app.clock.now(), maxAgeMs: app.credentialLimits.maxKeyAgeMs },
    lineage: lineageOf(keys, parent?.id ?? null),
  })
  const made = issue({
    ...{ userId: holder.id, name, scopes, expiresAt },
    ...{ parentId: parent?.id ?? null, createdBy: principal.userId },
    loginKeyId: credential.kind === 'session' ? credential.keyId : null,
  })
  await members.createKey(made.key, made.hash)
  await recordAudit(app, call, {
    action: 'key-created',
    target: made.key.id,
    details: {
      ...{ name, user: holder.id, kind: holder.kind, scopes: [...scopes] },
      ...{ parent: made.key.parentId, login_key: made.key.loginKeyId },
    },
  })
  return { ...made, keys }
}

/** Those that the caller sees: their own, or of everybody who manages members. */
export function visibleKeys(keys: readonly ApiKey[], principal: Principal): readonly ApiKey[] {
  const all = principal.permissions.includes('members.write') && isAdministrator(principal.role)
  return keys.filter((key) => all || key.userId === principal.userId)
}

/** Only an owner ends what an owner has. */
function checkMayRevoke(principal: Principal, holder: Member): void {
  if (holder.id === principal.userId) return
  if (holder.role === 'owner' && principal.role !== 'owner') {
    throw new ProblemError({
      code: 'member.owner-only',
      kind: 'forbidden',
      message: 'Only an owner can revoke the keys of an owner.',
    })
  }
  if (principal.permissions.includes('members.write')) return
  throw new ProblemError({
    code: 'auth.permission-missing',
    kind: 'forbidden',
    message: 'The keys of somebody else need the permission members.write.',
    details: { permission: 'members.write' },
  })
}

function checkScopes(limit: Pick<Principal, 'permissions'>, scopes: readonly Permission[]): void {
  const beyond = scopes.filter((scope) => !limit.permissions.includes(scope))
  if (beyond.length === 0) return
  throw new ProblemError({
    code: 'key.too-wide',
    kind: 'forbidden',
    message: `The key has, or would have, permissions that you cannot grant: ${beyond.join(', ')}.`,
    hint: 'Leave those scopes out, or use a credential that has them.',
    details: { permissions: [...beyond] },
  })
}

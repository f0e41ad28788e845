import {
  type ApiKey,
  type ApiKeyId,
  isAdministrator,
  type Member,
  mintingProblem,
  type Permission,
  type Principal,
  ProblemError,
  rolePermissions,
} from '@repertoire/core'
import { keyRoutes } from '@repertoire/protocol'
import { recordAudit } from '../audit/record-audit.ts'
import { issueApiKey } from '../auth/api-key.ts'
import { toApiKeyBody } from '../wire/organisation.ts'
import { type Application, catalogOf } from './application.ts'
import type { BindRoute } from './bind-route.ts'
import { existingMember } from './members.ts'

/**
 * API keys, made for oneself or for a service account. Nobody can make or revoke a key with more permissions than the credential they use, so a leaked
 * narrow key cannot widen itself.
 */
export function bindKeys(bind: BindRoute, app: Application): void {
  bind(keyRoutes.list, async ({ caller }) => {
    const keys = await visibleKeys(app, caller.principal)
    return { body: { items: keys.map(toApiKeyBody) } }
  })

  bind(keyRoutes.create, async (call) => {
    const { principal } = call.caller
    const { name, user_id, expires_at } = call.body
    const holder = await existingMember(app, call.caller, user_id ?? principal.userId)
    const problem = mintingProblem(principal, holder)
    if (problem) throw new ProblemError(problem)
    const allowed = rolePermissions(holder.role)
    const scopes = call.body.scopes ?? allowed.filter((one) => principal.permissions.includes(one))
    checkScopes(principal, scopes)
    checkScopes({ permissions: allowed }, scopes)
    const expiresAt = expires_at === undefined ? null : futureTime(app, expires_at)
    const made = issueApiKey(app, { userId: holder.id, name, scopes, expiresAt })
    await catalogOf(app, call.caller).store.members.createKey(made.key, made.hash)
    await recordAudit(app, call, {
      action: 'key-created',
      target: made.key.id,
      details: { name, user: holder.id, scopes: [...scopes] },
    })
    return { body: { ...toApiKeyBody(made.key), key: made.secret } }
  })

  bind(keyRoutes.remove, async (call) => {
    const { principal } = call.caller
    const key = (await visibleKeys(app, principal)).find((one) => one.id === call.params.id)
    if (!key) throw keyNotFound()
    const holder = await existingMember(app, call.caller, key.userId)
    checkMayRevoke(principal, holder)
    checkScopes(principal, key.scopes)
    await catalogOf(app, call.caller).store.members.removeKey(key.id as ApiKeyId)
    await recordAudit(app, call, {
      action: 'key-deleted',
      target: key.id,
      details: { name: key.name, user: key.userId },
    })
    return { body: null }
  })
}

async function visibleKeys(app: Application, principal: Principal): Promise<readonly ApiKey[]> {
  const keys = await app.store.tenant(principal.tenantId).members.keys()
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

function futureTime(app: Application, text: string): number {
  const at = Date.parse(text)
  if (at > app.clock.now()) return at
  throw new ProblemError({
    code: 'key.expired-already',
    kind: 'invalid',
    message: 'expires_at has to be in the future.',
  })
}

function keyNotFound(): ProblemError {
  return new ProblemError({
    code: 'key.not-found',
    kind: 'not-found',
    message: 'There is no such API key.',
  })
}

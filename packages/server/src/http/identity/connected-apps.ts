import { ProblemError } from '@repertoire/core/base'
import {
  type AppScope,
  type ConnectedApp,
  keysEndAt,
  lineageOf,
  missingPermission,
  type Permission,
  type Principal,
  permissionsOfScopes,
  redirectPlace,
} from '@repertoire/core/domain'
import { keyNotFound } from '@repertoire/core/ports'
import { type AppRequest, type ConnectedAppBody, connectedAppRoutes } from '@repertoire/protocol'
import type { Context } from 'hono'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { createRequestRate } from '../../identity/auth/request-rate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { answerAddress, type CheckedRequest, checkAppRequest } from '../oauth/app-request.ts'
import { codeMs, newAppToken } from '../oauth/app-tokens.ts'
import { resourceOf } from '../oauth/oauth-addresses.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'
import { mintKey, revokeKey, visibleKeys } from './keys.ts'

/** How long an app stays connected before it has to ask again. */
const appDays = 90
/** A request may make the server read a document elsewhere. */
const requestLimit = { maxPerMinute: 30, code: 'app.too-many-requests' }

/**
 * Apps that act for a person by OAuth: what one asks for, the person's answer, and the list with its end. Each has a key of
 * the person, so that it does no more than they may, and ends as keys end.
 */
export function bindConnectedApps(bind: BindRoute, app: Application): void {
  const rate = createRequestRate(app.clock, requestLimit)
  const check = async (
    asked: AppRequest,
    { caller, context }: { readonly caller: Caller; readonly context: Context<HttpEnvironment> },
  ) => {
    const { tenantId, userId } = caller.principal
    rate.count(`${tenantId}/${userId}`)
    const external = context.get('external')
    const { mcpStateKey: loadKey, readClientDocument: readDocument } = app
    const deps = { loadKey, readDocument, now: app.clock.now(), external }
    return checkAppRequest(deps, asked)
  }

  bind(connectedAppRoutes.list, async ({ caller }) => {
    const { connectedApps, members } = app.store.tenant(caller.principal.tenantId)
    const [apps, keys] = await Promise.all([connectedApps.list(), members.keys()])
    const { maxKeyAgeMs } = app.credentialLimits
    const items = visibleKeys(keys, caller.principal).flatMap((key) => {
      const one = apps.find(({ id, connectedAt }) => id === key.id && connectedAt !== null)
      if (!one) return []
      const endsAt = keysEndAt(lineageOf(keys, key.id), maxKeyAgeMs)
      return [toAppBody(one, { lastUsedAt: key.lastUsedAt, endsAt })]
    })
    return { body: { items } }
  })

  bind(connectedAppRoutes.describe, async (call) => {
    const { client, redirectUri, scopes } = await check(call.body, call)
    return {
      body: {
        ...{ name: client.name, host: client.host, redirect_place: redirectPlace(redirectUri) },
        scopes: [...givable(scopes, call.caller.principal)],
      },
    }
  })

  bind(connectedAppRoutes.answer, async (call) => {
    const { body, caller } = call
    const external = call.context.get('external')
    const request = await check(body.request, call)
    const { client } = request
    const details = { name: client.name, client: client.host, redirect: request.redirectUri }
    if (!body.approved) {
      const target = caller.principal.userId
      await recordAudit(app, call, { action: 'app-refused', target, details })
      return { body: { redirect_to: answerAddress(request, external, { error: 'access_denied' }) } }
    }
    const { code, id, scopes } = await connect(request, body.scopes, call)
    await recordAudit(app, call, {
      action: 'app-connected',
      target: id,
      details: { ...details, scopes: [...scopes] },
    })
    return { body: { redirect_to: answerAddress(request, external, { code }) } }
  })

  bind(connectedAppRoutes.remove, async (call) => {
    const { connectedApps } = app.store.tenant(call.caller.principal.tenantId)
    const one = (await connectedApps.list()).find(({ id }) => id === call.params.id)
    if (!one) throw keyNotFound(call.params.id)
    await revokeKey(app, call, { id: one.id, withMadeInSessions: false })
    const details = { name: one.name, user: one.userId }
    await recordAudit(app, call, { action: 'app-disconnected', target: one.id, details })
    return { body: null }
  })

  async function connect(
    request: CheckedRequest,
    wanted: readonly AppScope[],
    call: {
      readonly caller: Caller
      readonly context: Context<HttpEnvironment>
      readonly traceId: string
    },
  ) {
    const { caller, context } = call
    const allowed = givable(request.scopes, caller.principal)
    const scopes = allowed.filter((scope) => wanted.includes(scope))
    if (scopes.length < new Set(wanted).size) throw new ProblemError(scopeNotGivable)
    const { client, redirectUri, challenge } = request
    const { store } = catalogOf(app, caller)
    await forgetUnfetched(store)
    const now = app.clock.now()
    const { key } = await mintKey(app, call, {
      ...{ name: `${client.name} (app)`, scopes: permissionsOfScopes(scopes) },
      expiresAt: endOfApp(app, now),
    })
    const { secret: code, token } = newAppToken(app, { kind: 'code', challenge })
    const one: ConnectedApp = {
      ...{ id: key.id, userId: key.userId, clientId: client.id, name: client.name },
      ...{ host: client.host, redirectUri, scopes, resource: resourceOf(context.get('external')) },
      sessionId: caller.credential.kind === 'session' ? caller.credential.session.id : null,
      ...{ createdAt: now, connectedAt: null },
    }
    await store.connectedApps.create(one, token)
    return { code, id: key.id, scopes }
  }

  /** Apps that did not come for their token leave their keys. */
  async function forgetUnfetched({
    connectedApps,
    members,
  }: ReturnType<typeof catalogOf>['store']): Promise<void> {
    const since = app.clock.now() - codeMs
    for (const { id, connectedAt, createdAt } of await connectedApps.list()) {
      if (connectedAt === null && createdAt <= since) await members.removeKey(id)
    }
  }
}

function endOfApp({ credentialLimits }: Application, now: number): number {
  const ms = appDays * 24 * 3_600_000
  return now + Math.min(ms, credentialLimits.maxKeyAgeMs ?? ms)
}

/** An app is given nothing that the person, or the key they use, may not do. */
function givable(scopes: readonly AppScope[], principal: Principal): readonly AppScope[] {
  const lacks = (permission: Permission) => missingPermission(principal, permission) !== undefined
  return scopes.filter((scope) => !permissionsOfScopes([scope]).some(lacks))
}

function toAppBody(
  app: ConnectedApp,
  { lastUsedAt, endsAt }: { readonly lastUsedAt: number | null; readonly endsAt: number | null },
): ConnectedAppBody {
  return {
    ...{ id: app.id, user_id: app.userId, name: app.name, host: app.host },
    ...{ redirect_place: redirectPlace(app.redirectUri), scopes: [...app.scopes] },
    connected_at: wireTime(app.connectedAt ?? app.createdAt),
    last_used_at: wireTimeOrNull(lastUsedAt),
    expires_at: wireTimeOrNull(endsAt),
  }
}

const scopeNotGivable = {
  code: 'app.scope-not-givable',
  kind: 'forbidden',
  message: 'A scope was not asked for, or is more than you may do.',
} as const

import { isProblemError, ProblemError, type TenantId, throwIf } from '@repertoire/core/base'
import { missingPermission } from '@repertoire/core/domain'
import type { Context, Hono } from 'hono'
import { createRequestRate } from '../../identity/auth/request-rate.ts'
import { isNotCrossSite } from '../../identity/auth/same-origin.ts'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { requireCredential, type SentBy, watchCredential } from '../base/event-response.ts'
import { errorResponse, problemResponse } from '../base/middleware/problem.ts'
import { authenticateClient, clientNow, type EndpointCaller } from '../oauth/app-caller.ts'
import { askForScope, askForToken } from './ask-for-token.ts'
import { createClientNames } from './client-names.ts'
import { endWithCredential } from './end-with-credential.ts'
import { keyIdOf, type McpCall } from './mcp-call.ts'
import { presetNamed, presetWithin } from './mcp-presets.ts'
import { createOpenCalls } from './open-calls.ts'
import { createOpenSubscriptions } from './open-subscriptions.ts'
import { createServedSkills } from './skills/served-skills.ts'
import { createTenantHandlers } from './tenant-handlers.ts'

export const mcpPath = '/mcp'

const maxSessionName = 200
const access = 'conversations.use'
/** An answer that takes longer is only for who may still have it. */
const noticedMs = 1_000

/**
 * The organisation's skills for every agent that speaks MCP: streamable HTTP, stateless, both eras of the protocol. Only an
 * API key or an app's access token in the header counts, so no page of another site can use a login.
 */
export function bindMcp(http: Hono<HttpEnvironment>, app: Application): void {
  const names = createClientNames()
  const rate = createRequestRate(app.clock, {
    maxPerMinute: app.mcpRequestsPerMinute,
    code: 'mcp.too-many-requests',
  })
  const skills = createServedSkills(app)
  const openCalls = createOpenCalls()
  const subscriptions = createOpenSubscriptions()
  const prepare = (tenantId: TenantId) => skills.of(tenantId)
  const handlerOf = createTenantHandlers({ ...app, prepare })
  http.all(mcpPath, async (c) => {
    if (!isNotCrossSite(c.req.raw.headers, c.get('external'))) return problemResponse(c, crossSite)
    try {
      return await answer(c)
    } catch (error) {
      if (!isProblemError(error) || error.problem.kind !== 'unauthenticated') throw error
      return askForToken(errorResponse(error, c), c)
    }
  })
  const answer = async (c: Context<HttpEnvironment>): Promise<Response> => {
    throwIf(c.req.query('access_token') === undefined ? undefined : tokenInAddress)
    const { caller, scopes } = await authorize(app, c)
    rate.count(keyIdOf(caller))
    const asking = scopes && askForScope(c, scopes)
    if (asking) return asking
    const preset = presetNamed(c.req.query('preset') ?? null)
    if (!preset) throw new ProblemError(unknownPreset)
    const call = await readCall(app, c, {
      ...{ caller, names, skills, openCalls },
      preset: presetWithin(preset, scopes),
    })
    const authInfo = { token: '', clientId: '', scopes: [], extra: { call } }
    const handler = await handlerOf(caller.principal.tenantId)
    const began = app.clock.now()
    // The endpoint refuses a subscription without this header.
    const isSubscription = c.req.header('mcp-method') === 'subscriptions/listen'
    const over = isSubscription ? subscriptions.begin(caller.principal) : () => undefined
    try {
      const response = await handler.fetch(c.req.raw, { authInfo })
      const request = { caller, context: c, findNow: (sent: SentBy) => clientNow(app, sent) }
      if (app.clock.now() - began >= noticedMs) await requireCredential(app, request, access)
      return endWithCredential(response, { watch: watchCredential(app, request, access), over })
    } catch (error) {
      over()
      throw error
    }
  }
}

async function authorize(app: Application, c: Context<HttpEnvironment>): Promise<EndpointCaller> {
  const headers = new Headers(c.req.raw.headers)
  headers.delete('cookie')
  const traceId = c.get('traceId')
  const client = await authenticateClient(app, { headers, external: c.get('external'), traceId })
  const { caller } = client
  await app.accessAudit.keyUsed(caller, traceId)
  const problem = missingPermission(caller.principal, access)
  if (problem) {
    const refused = { route: `${c.req.method} ${mcpPath}`, traceId, reason: problem.code }
    await app.accessAudit.accessRefused(caller, { ...refused, permission: access })
    throw new ProblemError(problem)
  }
  app.recordActivity(caller.principal.tenantId)
  return client
}

async function readCall(
  app: Application,
  c: Context<HttpEnvironment>,
  given: Pick<McpCall, 'caller' | 'names' | 'openCalls' | 'preset' | 'skills'>,
): Promise<McpCall> {
  const session =
    c.req.header('mcp-session-id') ?? c.req.header('x-repertoire-conversation') ?? null
  throwIf(session !== null && session.length > maxSessionName ? sessionTooLong : undefined)
  const { scheme, host } = c.get('external')
  return {
    ...{ ...given, app, session, traceId: c.get('traceId') },
    userAgent: c.req.header('user-agent') ?? '',
    origin: `${scheme}://${host}`,
    stateKey: await app.mcpStateKey(),
  }
}

const crossSite = {
  code: 'request.cross-origin',
  kind: 'forbidden',
  message: 'Pages of other sites cannot call this endpoint.',
} as const

const tokenInAddress = {
  code: 'auth.token-in-address',
  kind: 'invalid',
  message: 'A token does not belong into an address, which others write down.',
  hint: 'Send it as Authorization: Bearer …, and revoke this one.',
} as const

const unknownPreset = {
  code: 'mcp.unknown-preset',
  kind: 'invalid',
  message: 'There is no such preset of tools.',
  hint: 'Use /mcp, or /mcp?preset= with standard, routed or read-only.',
} as const

const sessionTooLong = {
  code: 'mcp.session-too-long',
  kind: 'invalid',
  message: `The name of a conversation may have ${maxSessionName} characters.`,
} as const

import { isProblemError } from '@repertoire/core/base'
import type { Context, Hono } from 'hono'
import { subjectsOf } from '../../identity/auth/failed-key-throttle.ts'
import {
  createFailureRateLimiter,
  type FailureRateLimiter,
} from '../../identity/auth/failure-rate-limiter.ts'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { readBody } from '../base/middleware/body-limit.ts'
import { publicDeadlineMs } from '../base/request-input.ts'
import { withoutLocation } from '../wire/problem-without-location.ts'
import { registerClient, registrationSchema } from './app-client.ts'
import { accessSeconds, exchangeToken, verifyChallenge } from './app-tokens.ts'
import {
  isOwnResource,
  registerPath,
  resourceMetadataPath,
  revokePath,
  serverMetadataPath,
  tokenPath,
} from './oauth-addresses.ts'
import { OAuthError, oauthErrorResponse } from './oauth-error.ts'
import { resourceMetadata, serverMetadata } from './oauth-metadata.ts'

/** Bytes of a body, before it is known who sends it. */
const bodyLimit = 16 * 1024

type OAuthContext = Context<HttpEnvironment>

/**
 * What apps talk to by OAuth 2.1: the two descriptions, registration, tokens and revocation. They answer in the form of
 * those standards; the person is asked by the page, over the API.
 */
export function bindOAuth(http: Hono<HttpEnvironment>, app: Application): void {
  const registrations = createFailureRateLimiter(app.clock)
  for (const path of [resourceMetadataPath, `${resourceMetadataPath}/mcp`]) {
    http.get(path, (c) => c.json(resourceMetadata(c.get('external'))))
  }
  http.get(serverMetadataPath, (c) => c.json(serverMetadata(c.get('external'))))
  http.post(registerPath, (c) => answer(() => register(app, c, registrations)))
  http.post(tokenPath, (c) => answer(() => giveTokens(app, c)))
  http.post(revokePath, (c) => answer(() => revoke(app, c)))
}

async function answer(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof OAuthError) return oauthErrorResponse(error)
    if (!isProblemError(error) || error.problem.kind === 'internal') throw error
    return oauthErrorResponse(
      new OAuthError('invalid_request', withoutLocation(error.problem).message),
    )
  }
}

async function register(
  app: Application,
  c: OAuthContext,
  registrations: FailureRateLimiter,
): Promise<Response> {
  const [subject = ''] = subjectsOf(c.get('external').address, '')
  const seconds = registrations.retryAfterSeconds(subject)
  if (seconds > 0) {
    const description = `Too many registrations from this address. Try again in ${seconds} seconds.`
    const refused = oauthErrorResponse(new OAuthError('slow_down', description, 429))
    refused.headers.set('retry-after', String(seconds))
    return refused
  }
  registrations.recordFailure(subject)
  const asked = registrationSchema.safeParse(await readJson(c))
  if (!asked.success) throw wrongRegistration(asked.error.issues[0]?.path[0])
  const { response_types = ['code'], grant_types = ['authorization_code'] } = asked.data
  if (!response_types.includes('code') || !grant_types.includes('authorization_code')) {
    throw new OAuthError('invalid_client_metadata', 'Only the authorization code flow is there.')
  }
  const now = app.clock.now()
  const client = await registerClient({ loadKey: app.mcpStateKey, now }, asked.data)
  if (!client) throw new OAuthError('invalid_client_metadata', 'The registration is too long.')
  const body = {
    client_id: client.id,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return Response.json(body, { status: 201, headers: { 'cache-control': 'no-store' } })
}

async function giveTokens(app: Application, c: OAuthContext): Promise<Response> {
  const form = await readForm(c)
  const kind = grantKinds[form.get('grant_type') ?? '']
  if (!kind) throw new OAuthError('unsupported_grant_type', 'grant_type is not one of this server.')
  const resource = form.get('resource')
  if (resource !== null && !isOwnResource(resource, c.get('external'))) {
    throw new OAuthError('invalid_target', 'resource is not the address of this server’s endpoint.')
  }
  const { access, refresh, holder } = await exchangeToken(app, {
    ...{ kind, secret: form.get(kind === 'code' ? 'code' : 'refresh_token') ?? '' },
    ...{ clientId: form.get('client_id') ?? '', traceId: c.get('traceId') },
    isMet: ({ app: { redirectUri }, token }) =>
      kind === 'refresh' ||
      ((form.get('redirect_uri') ?? redirectUri) === redirectUri &&
        verifyChallenge(form.get('code_verifier') ?? '', token.challenge)),
  })
  const body = {
    ...{ access_token: access, token_type: 'Bearer', expires_in: accessSeconds },
    ...{ refresh_token: refresh, scope: holder.app.scopes.join(' ') },
  }
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

const grantKinds: Readonly<Record<string, 'code' | 'refresh'>> = {
  authorization_code: 'code',
  refresh_token: 'refresh',
}

/** RFC 7009: nothing is said about tokens that are unknown, or of another app. */
async function revoke(app: Application, c: OAuthContext): Promise<Response> {
  const form = await readForm(c)
  const holder = await app.store.directory.findAppToken(app.sha256(form.get('token') ?? ''))
  if (holder && holder.app.clientId === form.get('client_id')) {
    const { connectedApps, members } = app.store.tenant(holder.tenantId)
    if (holder.token.kind === 'access') await connectedApps.removeToken(holder.token.hash)
    else await members.removeKey(holder.app.id)
  }
  return new Response(null, { status: 200 })
}

async function readJson(c: OAuthContext): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new OAuthError('invalid_client_metadata', 'Send JSON.')
  }
  try {
    return JSON.parse(await readText(c))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new OAuthError('invalid_client_metadata', 'The body is not JSON.')
  }
}

/** A parameter that comes twice is refused: which one counts would be a guess. */
async function readForm(c: OAuthContext): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw new OAuthError('invalid_request', 'Send application/x-www-form-urlencoded.')
  }
  const form = new URLSearchParams(await readText(c))
  if (new Set(form.keys()).size !== form.size) {
    throw new OAuthError('invalid_request', 'A parameter comes twice.')
  }
  return form
}

async function readText(c: OAuthContext): Promise<string> {
  return new TextDecoder().decode(await readBody(c.req.raw, bodyLimit, publicDeadlineMs))
}

function wrongRegistration(field: PropertyKey | undefined): OAuthError {
  return field === 'redirect_uris'
    ? new OAuthError(
        'invalid_redirect_uri',
        'redirect_uris has to name addresses over https, of this machine, or of an app.',
      )
    : new OAuthError('invalid_client_metadata', 'The registration is not as RFC 7591 says.')
}

import { isProblemError, ProblemError } from '@repertoire/core/base'
import {
  freshLoginProblem,
  missingPermission,
  type Permission,
  queueKeyOf,
} from '@repertoire/core/domain'
import type { ApiRoute, RouteSpec } from '@repertoire/protocol'
import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import {
  type AuthenticateDeps,
  authenticate,
  type Caller,
} from '../../identity/auth/authenticate.ts'
import { authenticateOperator } from '../../identity/auth/operator.ts'
import { isSameOrigin } from '../../identity/auth/same-origin.ts'
import { createBodyParser } from '../../platform/body-parsing/body-parser.ts'
import type { Application } from './application.ts'
import { acceptedEncoding, compress, minCompressedBytes } from './compressed-body.ts'
import { EncodedJson } from './encoded-json.ts'
import type { HttpEnvironment } from './environment.ts'
import { createLargeBodyQueue } from './large-body-queue.ts'
import { completeResponse } from './middleware/security-headers.ts'
import { checkAddressKey, headersWithAddressKey } from './registry-address.ts'
import { readJsonBody, readParams, readQuery } from './request-input.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type ResponseBody<Spec extends RouteSpec> = Spec['response']['schema'] extends z.ZodType
  ? z.input<Spec['response']['schema']>
  : null

/** A request that passed every check of its route. */
export interface Call<Spec extends RouteSpec> {
  readonly params: Parsed<Spec['params']>
  readonly query: Parsed<Spec['query']>
  readonly body: Parsed<Spec['body']>
  readonly caller: Spec['access'] extends 'public' | 'operator' ? undefined : Caller
  readonly request: Request
  readonly traceId: string
  readonly context: Context<HttpEnvironment>
}

export interface Reply<Body> {
  readonly body: Body | EncodedJson<Body>
  readonly headers?: Readonly<Record<string, string>>
  /** Set when it differs from the route's default status. */
  readonly status?: number
}

export type RouteHandler<Spec extends RouteSpec> = (
  call: Call<Spec>,
) => Promise<Reply<ResponseBody<Spec>> | Response>

/** Registers handlers. A handler gets only requests that are authenticated, permitted and valid. */
export type BindRoute = <Spec extends RouteSpec>(
  route: ApiRoute<Spec>,
  handle: RouteHandler<Spec>,
) => void

type AuthorizeDeps = AuthenticateDeps &
  Pick<Application, 'recordActivity' | 'accessAudit' | 'operatorKey'>

export function createBindRoute(app: Hono<HttpEnvironment>, deps: AuthorizeDeps): BindRoute {
  const reading = { parser: createBodyParser(), queue: createLargeBodyQueue() }
  return (route, handle) => {
    const query = route.query?.strict()
    app.on(route.method.toUpperCase(), honoPath(route), async (c) => {
      const caller = await authorize(deps, route, c)
      const call = {
        params: route.params ? readParams(c, route.params) : undefined,
        query: query ? readQuery(c, query) : undefined,
        body: await readJsonBody(c, route, { ...reading, queueKey: queueKeyFor(caller) }),
        caller,
        request: c.req.raw,
        traceId: c.get('traceId'),
        context: c,
      }
      // The route's own schemas parsed these parts, which the compiler cannot infer.
      const reply = await recordingRefusals(deps, { route, c, caller }, () =>
        handle(call as unknown as Parameters<typeof handle>[0]),
      )
      if (reply instanceof Response) return reply
      return await replyWith(c, reply, route.response.status)
    })
  }
}

/** Routes without a caller belong to the operator, or take small bodies only. */
function queueKeyFor(caller: Caller | undefined): string {
  return caller ? queueKeyOf(caller.principal) : ''
}

/** OpenAPI's `{id}` in Hono's form. */
export function honoPath({ path, takesRest }: Pick<RouteSpec, 'path' | 'takesRest'>): string {
  const named = path.replaceAll(/\{(\w+)\}/g, ':$1')
  return takesRest ? `${named}{.+}` : named
}

async function authorize(
  deps: AuthorizeDeps,
  route: RouteSpec,
  c: Context<HttpEnvironment>,
): Promise<Caller | undefined> {
  const { access } = route
  if (access === 'public') return undefined
  const { url } = c.req.raw
  const headers = headersWithAddressKey(c.req.raw)
  const credentials = { headers, external: c.get('external'), traceId: c.get('traceId') }
  if (access === 'operator') {
    await authenticateOperator(deps, credentials)
    return undefined
  }
  const caller = await authenticate(deps, credentials)
  await deps.accessAudit.keyUsed(caller, credentials.traceId)
  await recordingRefusals(deps, { route, c, caller }, async () => {
    checkAddressKey(url, caller.principal)
    checkAccess(access, c, caller)
  })
  // Not a refusal: the page asks for the key and repeats the request.
  if (route.freshLogin) checkFreshLogin(deps, caller)
  deps.recordActivity(caller.principal.tenantId)
  return caller
}

function checkAccess(
  access: Permission | 'authenticated',
  c: Context<HttpEnvironment>,
  caller: Caller,
): void {
  if (caller.credential.kind === 'session' && !/^(GET|HEAD)$/.test(c.req.method)) {
    if (!isSameOrigin(c.req.raw.headers, c.get('external'))) throw crossOrigin()
  }
  const problem = access === 'authenticated' ? null : missingPermission(caller.principal, access)
  if (problem) throw new ProblemError(problem)
}

interface Attempt {
  readonly route: RouteSpec
  readonly c: Context<HttpEnvironment>
  readonly caller: Caller | undefined
}

/** What an authenticated caller may not do is in the audit log. */
async function recordingRefusals<Value>(
  deps: AuthorizeDeps,
  { route, c, caller }: Attempt,
  attempt: () => Promise<Value>,
): Promise<Value> {
  try {
    return await attempt()
  } catch (error) {
    if (caller && isProblemError(error) && error.problem.kind === 'forbidden') {
      const { code, details } = error.problem
      await deps.accessAudit.accessRefused(caller, {
        ...{ route: `${route.method} ${route.path}`, traceId: c.get('traceId'), reason: code },
        permission: typeof details?.permission === 'string' ? details.permission : null,
      })
    }
    throw error
  }
}

function checkFreshLogin(deps: AuthorizeDeps, { credential }: Caller): void {
  if (credential.kind !== 'session') return
  const limits = { now: deps.clock.now(), freshMs: deps.credentialLimits.sessionFreshMs }
  const problem = freshLoginProblem(credential.session.authenticatedAt, limits)
  if (problem) throw new ProblemError(problem)
}

async function replyWith(
  c: Context<HttpEnvironment>,
  { body, headers, status }: Reply<unknown>,
  defaultStatus: number,
): Promise<Response> {
  const isTls = c.get('external').scheme === 'https'
  const init = { status: status ?? defaultStatus, requestId: c.get('requestId'), isTls }
  if (init.status === 204 || body === null) {
    return completeResponse(null, { ...init, headers: { ...headers } })
  }
  const { bytes } = body instanceof EncodedJson ? body : new EncodedJson(body)
  const all = { 'content-type': 'application/json', ...headers }
  // An ETag names the bytes as they are.
  if (bytes.length < minCompressedBytes || headers?.etag !== undefined) {
    return completeResponse(bytes, { ...init, headers: all })
  }
  const encoding = acceptedEncoding(c, ['gzip'])
  const sent = encoding ? await compress(bytes, encoding) : bytes
  const coding = { vary: 'accept-encoding', ...(encoding && { 'content-encoding': encoding }) }
  return completeResponse(sent, { ...init, headers: { ...all, ...coding } })
}

function crossOrigin(): ProblemError {
  return new ProblemError({
    code: 'request.cross-origin',
    kind: 'forbidden',
    message: 'A login cookie counts only for requests of the console’s own page.',
    hint: 'Scripts and other programs use an API key.',
  })
}

import { isProblemError, ProblemError } from '@repertoire/core/base'
import { missingPermission, type Permission } from '@repertoire/core/domain'
import type { Context, Hono } from 'hono'
import { authenticate, type Caller } from '../../identity/auth/authenticate.ts'
import { createRequestRate } from '../../identity/auth/request-rate.ts'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { errorResponse } from '../base/middleware/problem.ts'
import type { VendorCaller } from './vendor-skills.ts'

/** A request of a vendor's SDK whose key may do it. */
export interface VendorCall extends VendorCaller {
  readonly request: Request
  readonly query: URLSearchParams
  /** A part of the path; '' when the route has none of this name. */
  param(name: string): string
}

/** A problem as JSON of our own interface. */
export interface ProblemOnTheWire {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
}

export interface Vendor {
  /** The base URL for its SDK, without the server. */
  readonly path: string
  /** The vendor's error body. */
  toError(problem: ProblemOnTheWire, requestId: string): object
}

export type BindVendorRoute = (
  [method, path]: readonly ['get' | 'post' | 'delete', string],
  permission: Permission,
  handle: (call: VendorCall) => Promise<object | Response>,
) => void

const perMinute = { maxPerMinute: 600, code: 'compat.too-many-requests' }

/** Routes below the path of a vendor: our keys in its headers, its errors, and the gate of every other route. */
export function createBindVendor(
  http: Hono<HttpEnvironment>,
  app: Application,
  vendor: Vendor,
): BindVendorRoute {
  const rate = createRequestRate(app.clock, perMinute)

  async function admit(c: Context<HttpEnvironment>): Promise<Caller> {
    const traceId = c.get('traceId')
    const headers = headersWithKey(c.req.raw.headers)
    const caller = await authenticate(app, { headers, external: c.get('external'), traceId })
    await app.accessAudit.keyUsed(caller, traceId)
    rate.count(caller.principal.credential?.id ?? '')
    app.recordActivity(caller.principal.tenantId)
    return caller
  }

  return ([method, path], permission, handle) => {
    http.on(method.toUpperCase(), `${vendor.path}${path}`, async (c) => {
      try {
        const caller = await admit(c)
        const traceId = c.get('traceId')
        return await recordingRefusals(
          app,
          { c, caller, route: `${method} ${vendor.path}${path}` },
          async () => {
            const missing = missingPermission(caller.principal, permission)
            if (missing) throw new ProblemError(missing)
            const query = new URL(c.req.url).searchParams
            const param = (name: string) => c.req.param(name) ?? ''
            const reply = await handle({ caller, traceId, request: c.req.raw, query, param })
            if (reply instanceof Response) return reply
            return jsonResponse(c, reply)
          },
        )
      } catch (error) {
        return vendorError(c, vendor, error)
      }
    })
  }
}

/** The vendor's error for anything thrown. */
export async function vendorError(
  c: Context<HttpEnvironment>,
  vendor: Vendor,
  error: unknown,
): Promise<Response> {
  const plain = errorResponse(error, c)
  const problem = (await plain.json()) as ProblemOnTheWire
  const headers = new Headers(plain.headers)
  headers.set('content-type', 'application/json')
  headers.set('request-id', c.get('requestId'))
  // The SDKs repeat what is answered with 409, too.
  const isTransient = plain.status === 429 || plain.status >= 500
  headers.set('x-should-retry', String(isTransient))
  const body = vendor.toError(withOwnHint(problem), c.get('requestId'))
  return new Response(JSON.stringify(body), { status: plain.status, headers })
}

/** The vendors' forms have no field for a yes to findings. */
function withOwnHint(problem: ProblemOnTheWire): ProblemOnTheWire {
  if (problem.code !== 'skill.findings-unacknowledged') return problem
  const hint = 'Read the findings. To take it in spite of them, import it on the page.'
  return { ...problem, hint }
}

/** Untrusted bytes, which a browser saves instead of showing them. */
export function zipResponse(bytes: Uint8Array): Response {
  const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment' }
  return new Response(new Uint8Array(bytes), { headers })
}

function jsonResponse(c: Context<HttpEnvironment>, body: object): Response {
  const headers = { 'content-type': 'application/json', 'request-id': c.get('requestId') }
  return new Response(JSON.stringify(body), { headers })
}

/** Only a key counts, in either header of the SDKs; never a login of a browser. */
function headersWithKey(given: Headers): Headers {
  const headers = new Headers(given)
  headers.delete('cookie')
  const key = given.get('x-api-key')
  if (key !== null && !given.has('authorization')) headers.set('authorization', `Bearer ${key}`)
  return headers
}

interface Attempt {
  readonly c: Context<HttpEnvironment>
  readonly caller: Caller
  readonly route: string
}

async function recordingRefusals<Value>(
  { accessAudit }: Pick<Application, 'accessAudit'>,
  { c, caller, route }: Attempt,
  attempt: () => Promise<Value>,
): Promise<Value> {
  try {
    return await attempt()
  } catch (error) {
    if (isProblemError(error) && error.problem.kind === 'forbidden') {
      const { code, details } = error.problem
      const permission = typeof details?.permission === 'string' ? details.permission : null
      const refused = { route, traceId: c.get('traceId'), reason: code, permission }
      await accessAudit.accessRefused(caller, refused)
    }
    throw error
  }
}

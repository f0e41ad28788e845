import type { MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from '../environment.ts'

/**
 * The console loads only its own files and connects only to this server, so that skill text shown in it can
 * neither run nor send data out. Inline styles are allowed, because the editor sets them.
 */
export const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** For responses with data: a browser that renders them runs nothing. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

const dataHeaders = {
  ...fixedHeaders,
  'content-security-policy': dataPolicy,
  'cache-control': 'no-store',
} as const

/** One year. Other hosts below this one are not ours to decide. */
const tlsHeaders = { 'strict-transport-security': 'max-age=31536000' } as const

interface StaticFileInit {
  readonly headers: Record<string, string>
  /** The client sent the request over TLS. */
  readonly isTls: boolean
}

interface CompleteInit extends StaticFileInit {
  readonly status: number
  readonly requestId: string
}

/** Responses of {@link completeResponse}: setting headers one by one afterwards is several times slower. */
const complete = new WeakSet<Response>()

export function hasEveryHeader(response: Response): boolean {
  return complete.has(response)
}

/** A data response with every header that the middleware would add. */
export function completeResponse(
  body: Uint8Array<ArrayBuffer> | null,
  { requestId, isTls, ...init }: CompleteInit,
): Response {
  const headers = {
    ...dataHeaders,
    ...(isTls ? tlsHeaders : {}),
    ...init.headers,
    'x-request-id': requestId,
  }
  const response = new Response(body, { status: init.status, headers })
  complete.add(response)
  return response
}

/**
 * A file that documents load, kept by browsers for good. What only a document heeds is left out, because a page loads
 * dozens of them; a worker would heed its policy.
 */
const staticFileHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'self'",
  'cache-control': 'public, max-age=31536000, immutable',
} as const

export function staticFileResponse(body: Uint8Array<ArrayBuffer>, init: StaticFileInit): Response {
  const tls = init.isTls ? tlsHeaders : {}
  const response = new Response(body, {
    headers: { ...staticFileHeaders, ...tls, ...init.headers },
  })
  complete.add(response)
  return response
}

/** Security headers of every response. A response with its own policy keeps it. There is no CORS. */
export function securityHeaders(): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    await next()
    if (hasEveryHeader(c.res)) return
    const { headers } = c.res
    for (const [name, value] of Object.entries(fixedHeaders)) headers.set(name, value)
    if (c.get('external').scheme === 'https') {
      for (const [name, value] of Object.entries(tlsHeaders)) headers.set(name, value)
    }
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', dataPolicy)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  }
}

import type { AllowEntry } from './allow-list.ts'
import { outboundProblem } from './outbound-problems.ts'
import { checkUrl } from './url-rules.ts'

/** One request of a chain of redirects. */
export interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: NonNullable<RequestInit['body']> | null
}

/** The part of a response that decides about a redirect. */
export interface ResponseHead {
  readonly status: number
  readonly headers: { get(name: string): string | null }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** The only headers of the caller that are sent to another origin. */
const crossOriginHeaders = ['accept', 'accept-language'] as const

/** The redirect's target. Null for any other response. Non-ASCII bytes are read as UTF-8, as browsers do. */
export function redirectTarget(answer: ResponseHead): string | null {
  const location = redirectStatuses.has(answer.status) ? answer.headers.get('location') : null
  return location && Buffer.from(location, 'latin1').toString()
}

/**
 * The request that follows a redirect. Another origin gets neither the caller's headers nor a body, and https
 * never becomes http. Throws ProblemError `outbound.redirect-refused`, or what `checkUrl` throws.
 */
export function followRedirect(
  hop: Hop,
  { status, location }: { readonly status: number; readonly location: string },
  allow: readonly AllowEntry[],
): Hop {
  const url = checkUrl(location, allow, hop.url)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw redirectBlocked('It leads from https to http, which anybody on the way can read.', url)
  }
  const request = redirectedRequest(hop, status)
  if (url.origin === hop.url.origin) {
    if (request.body instanceof ReadableStream) {
      throw redirectBlocked('It asks for a streamed body again, which can be sent only once.', url)
    }
    return { ...request, url }
  }
  if (request.body !== null) {
    throw redirectBlocked('It would hand the body of the request to another host.', url)
  }
  const headers = new Headers()
  for (const name of crossOriginHeaders) {
    const value = hop.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return { url, method: request.method, headers, body: null }
}

/** RFC 9110: 303 always becomes GET. 301 and 302 do after a POST, as in browsers. */
function redirectedRequest(hop: Hop, status: number): Hop {
  const { method } = hop
  const becomesGet =
    (status === 303 && method !== 'GET' && method !== 'HEAD') ||
    ((status === 301 || status === 302) && method === 'POST')
  if (!becomesGet) return hop
  const headers = new Headers(hop.headers)
  for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name)
  return { ...hop, method: 'GET', headers, body: null }
}

export function redirectBlocked(why: string, { host }: URL) {
  return outboundProblem('outbound.redirect-refused', {
    message: `A redirect was not followed. ${why}`,
    details: { host },
  })
}

/** A redirect to a host that the request was not permitted for. Its address is untrusted. */
export function isCrossOrigin({ href, host }: URL) {
  return outboundProblem('outbound.redirect-refused', {
    message: 'A redirect was not followed, because it leads to another host.',
    hint: `Where that page is needed, ask for it by its own address: ${href.slice(0, 2000)}`,
    details: { host },
  })
}

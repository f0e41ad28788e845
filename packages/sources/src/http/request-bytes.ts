import { isProblemError, type ProblemError } from '@repertoire/core/base'
import { limitedBytes } from './limited-bytes.ts'
import { isNoNetwork, noNetwork } from './no-network.ts'
import type { OutboundFetch } from './outbound-fetch.ts'
import { answerTooLarge, type ProblemFamily, remoteProblem } from './remote-problems.ts'
import { retryAfterOf } from './retry-after.ts'

/** Who asks: the guarded fetch, and whose problems are thrown. */
export interface Requester {
  readonly fetch: OutboundFetch
  readonly family: ProblemFamily
}

export interface ByteRequest {
  readonly url: string
  /** Media types that are asked for. */
  readonly accept: string
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Sent as a bearer token, to the origin of `url` alone. */
  readonly token: string | null
  /** The ETag of a former answer. */
  readonly etag?: string | null
  readonly stayOnHost?: boolean
}

export type Answer =
  | { readonly status: 'not-modified' }
  /** 404 and 410; 401 and 403 too, which many hosts answer for what is not there. */
  | { readonly status: 'absent'; readonly code: number }
  | {
      readonly status: 'ok'
      readonly bytes: Uint8Array
      /** Null when the server gives none that can be sent back. */
      readonly etag: string | null
      /** After redirects. */
      readonly url: string
      readonly mediaType: string
    }

/**
 * One GET. Throws ProblemError `<family>.unreachable`, `.no-network`, `.rate-limited` (with `retryAfterMs`), `.too-large`,
 * `.address-refused`; rethrows an abort.
 */
export async function requestBytes(requester: Requester, request: ByteRequest): Promise<Answer> {
  const { family } = requester
  const host = hostOf(request.url)
  try {
    const response = await requester.fetch(request.url, {
      headers: headersOf(request),
      signal: request.signal,
      stayOnHost: request.stayOnHost ?? false,
    })
    return await answerOf(response, { request, family, host })
  } catch (error) {
    request.signal.throwIfAborted()
    throw translated(error, family, host)
  }
}

function headersOf({ accept, token, etag }: ByteRequest): Record<string, string> {
  return {
    accept,
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(etag && { 'if-none-match': etag }),
  }
}

interface AnswerContext {
  readonly request: ByteRequest
  readonly family: ProblemFamily
  readonly host: string
}

async function answerOf(
  response: Response,
  { request, family, host }: AnswerContext,
): Promise<Answer> {
  const { status, headers } = response
  if (status !== 200) {
    await response.body?.cancel().catch(() => undefined)
    const retryAfterMs = retryAfterOf(response, Date.now())
    if (retryAfterMs !== null) {
      throw remoteProblem(family, 'rate-limited', {
        message: `${host} answers no more requests for now.`,
        hint: `Try again in ${Math.ceil(retryAfterMs / 1000)} s, or give the source a token.`,
        details: { host, retryAfterMs },
      })
    }
    if (status === 304 && request.etag) return { status: 'not-modified' }
    if ([401, 403, 404, 410].includes(status)) return { status: 'absent', code: status }
    throw remoteProblem(family, 'unreachable', {
      message: `${host} answered with status ${status}.`,
      hint: 'Try again later.',
      details: { host, status },
    })
  }
  const bytes = await limitedBytes(response, request.maxBytes)
  if (bytes === null) throw answerTooLarge(family, host, request.maxBytes)
  return {
    status: 'ok',
    bytes,
    etag: usableEtag(headers.get('etag')),
    url: response.url || request.url,
    mediaType: (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
  }
}

function usableEtag(etag: string | null): string | null {
  return etag !== null && /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : null
}

/** A problem of the guard as one of this family; the guard's messages name neither paths nor inner addresses. */
function translated(error: unknown, family: ProblemFamily, host: string): unknown {
  if (isNoNetwork(error)) return noNetwork(family, host)
  if (!isProblemError(error)) {
    return remoteProblem(family, 'unreachable', {
      message: `${host} could not be reached, or broke the connection.`,
      hint: 'Check the address, or try again later.',
      details: { host },
    })
  }
  const { code, kind, message, hint } = error.problem
  if (!code.startsWith('outbound.')) return error
  const facts = { message, ...(hint !== undefined && { hint }), details: { host, reason: code } }
  return remoteProblem(family, faultOf(kind), facts)
}

function faultOf(
  kind: ProblemError['problem']['kind'],
): 'address-refused' | 'too-large' | 'unreachable' {
  if (kind === 'forbidden' || kind === 'invalid') return 'address-refused'
  return kind === 'too-large' ? 'too-large' : 'unreachable'
}

/** The host of an address for messages. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host || 'The server'
}

import {
  Agent,
  fetch,
  type RequestInit as UndiciInit,
  type Response as UndiciResponse,
} from 'undici'
import type { AllowEntry } from './allow-list.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import {
  createGuardedConnector,
  machineAddresses,
  type Resolve,
  systemResolve,
} from './guarded-connect.ts'
import { limitBody, tooLarge } from './limited-body.ts'
import { toOutboundProblem } from './outbound-error.ts'
import { followRedirect, type Hop, redirectRefused, redirectTarget } from './redirects.ts'
import { checkUrl } from './url-rules.ts'

/** What one exchange may take. `Infinity` takes a limit away. */
export interface OutboundLimits {
  /** Redirects that are followed. */
  readonly redirects: number
  /** Milliseconds for everything: names, connections, redirects, the whole body. */
  readonly timeMs: number
  /** Milliseconds until a connection has to stand. */
  readonly connectMs: number
  /** Milliseconds in which nothing at all arrives. */
  readonly idleMs: number
  /** Bytes of a body, after decompression. */
  readonly bytes: number
  /** Bytes of an answer's headers. */
  readonly headerBytes: number
}

export const defaultOutboundLimits: OutboundLimits = {
  redirects: 5,
  timeMs: 20_000,
  connectMs: 10_000,
  idleMs: 15_000,
  bytes: 2 * 1024 * 1024,
  headerBytes: 32 * 1024,
}

export interface GuardedFetchOptions {
  /** Sent with every request. Says what we are, and nothing about the machine. */
  readonly userAgent: string
  /** What the operator opens beyond the public Internet; nothing by default. */
  readonly allow?: readonly AllowEntry[]
  readonly limits?: Partial<OutboundLimits>
  readonly resolve?: Resolve
  readonly ownAddresses?: () => readonly string[]
}

export interface GuardedFetch {
  /**
   * `fetch` of the web platform, as far as a server may let it: see {@link createGuardedFetch}. Refusals
   * and failures are ProblemErrors `outbound.*`; the caller's own abort comes back as it was given.
   * The answer's body streams.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Ends every connection. */
  close(): Promise<void>
}

/**
 * A `fetch` for URLs that others chose. Where it connects to is checked when it connects, by address, for
 * every connection of every hop (DESIGN, "Bad input"). It keeps no cookies, takes no proxy from the
 * environment, follows redirects itself, and cuts off what takes too long or gets too large.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const limits = { ...defaultOutboundLimits, ...options.limits }
  const { allow = [], userAgent } = options
  const idleMs = finiteOrNone(limits.idleMs)
  const agent = new Agent({
    connect: createGuardedConnector({
      allow,
      resolve: options.resolve ?? systemResolve,
      ownAddresses: options.ownAddresses ?? machineAddresses,
      connectMs: limits.connectMs,
    }),
    maxHeaderSize: limits.headerBytes,
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    maxOrigins: Number.POSITIVE_INFINITY,
  })

  async function exchange(first: Outgoing, clock: Deadline): Promise<Response> {
    let hop: Hop = { ...first, url: checkUrl(first.url, allow) }
    for (let redirects = 0; ; redirects += 1) {
      const answer = await send(hop, clock)
      const location = redirectTarget(answer)
      if (location === null || first.redirect === 'manual') {
        return respond(answer, { hop, redirected: redirects > 0, clock, limits })
      }
      void answer.body?.cancel().catch(() => undefined)
      if (first.redirect === 'error') throw redirectRefused('None is expected here.', hop.url)
      if (redirects >= limits.redirects) {
        throw redirectRefused(`${limits.redirects} have been followed already.`, hop.url)
      }
      hop = followRedirect(hop, { status: answer.status, location }, allow)
    }
  }

  async function send(hop: Hop, { signal }: Deadline): Promise<UndiciResponse> {
    const { url, method, body } = hop
    const headers = new Headers(hop.headers)
    headers.set('user-agent', userAgent)
    const init = {
      ...{ method, body, signal, dispatcher: agent },
      headers: [...headers],
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    }
    return fetch(url, init as UndiciInit)
  }

  return {
    fetch: async (input, init) => {
      const first = await outgoing(input, init)
      const clock = startDeadline(limits.timeMs, first.signal)
      try {
        return await exchange(first, clock)
      } catch (error) {
        const problem = toOutboundProblem(error, clock)
        clock.releaseSlug()
        throw problem
      }
    },
    close: () => agent.destroy(),
  }
}

type Outgoing = Omit<Hop, 'url'> & {
  readonly url: string | URL
  readonly redirect: NonNullable<RequestInit['redirect']>
  readonly signal: AbortSignal | null
}

/** Belong to the connection or to a browser's store; a caller does not choose them. */
const connectionHeaders: readonly string[] = [
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'te', 'trailer'],
  ...['upgrade', 'expect', 'proxy-authorization', 'proxy-connection', 'cookie', 'cookie2'],
]

async function outgoing(input: string | URL | Request, init: RequestInit = {}): Promise<Outgoing> {
  const request = input instanceof Request ? input : null
  const headers = new Headers(init.headers ?? request?.headers)
  for (const name of connectionHeaders) headers.delete(name)
  const given = request?.body ? await request.arrayBuffer() : null
  return {
    url: request?.url ?? (input as string | URL),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers,
    body: init.body ?? given,
    redirect: init.redirect ?? request?.redirect ?? 'follow',
    signal: init.signal ?? request?.signal ?? null,
  }
}

interface ResponseContext {
  readonly hop: Hop
  readonly redirected: boolean
  readonly clock: Deadline
  readonly limits: OutboundLimits
}

/** A Response of this runtime around the answer, its body limited and on the clock. */
function respond(
  answer: UndiciResponse,
  { hop, redirected, clock, limits }: ResponseContext,
): Response {
  const declared = Number(answer.headers.get('content-length') ?? 0)
  if (hop.method !== 'HEAD' && declared > limits.bytes) {
    void answer.body?.cancel().catch(() => undefined)
    throw tooLarge(limits.bytes)
  }
  const source = answer.body as ReadableStream<Uint8Array> | null
  if (!source) clock.clear()
  const body =
    source &&
    limitBody(source, {
      bytes: limits.bytes,
      explain: (error) => toOutboundProblem(error, clock),
      done: clock.clear,
    })
  const response = new Response(body, {
    status: answer.status,
    statusText: /^[\t\x20-\x7e]*$/.test(answer.statusText) ? answer.statusText : '',
    headers: [...answer.headers],
  })
  Object.defineProperties(response, {
    url: { value: hop.url.href },
    redirected: { value: redirected },
  })
  return response
}

/** undici says 0 where there is no limit. */
function finiteOrNone(milliseconds: number): number {
  return Number.isFinite(milliseconds) ? milliseconds : 0
}

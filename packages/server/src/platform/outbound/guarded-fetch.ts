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
import {
  followRedirect,
  type Hop,
  isCrossOrigin,
  redirectBlocked,
  redirectTarget,
} from './redirects.ts'
import { checkUrl } from './url-rules.ts'

/** Limits of one exchange. `Infinity` removes a limit. */
export interface OutboundLimits {
  /** Number of redirects that are followed. */
  readonly redirects: number
  /** Milliseconds for the whole exchange: name resolution, connections, redirects, body. */
  readonly timeMs: number
  /** Milliseconds until a connection must be established. */
  readonly connectMs: number
  /** Milliseconds without any data. */
  readonly idleMs: number
  /** Bytes of a body, after decompression. */
  readonly bytes: number
  /** Bytes of the response's headers. */
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
  /** Sent with every request. Contains nothing about the machine. */
  readonly userAgent: string
  /** Hosts and networks beyond the public Internet. Nothing by default. */
  readonly allow?: readonly AllowEntry[]
  readonly limits?: Partial<OutboundLimits>
  readonly resolve?: Resolve
  readonly ownAddresses?: () => readonly string[]
}

export interface GuardedInit extends RequestInit {
  /** Refuses a redirect to another host. */
  readonly stayOnHost?: boolean
}

export interface GuardedFetch {
  /**
   * A restricted `fetch`: see {@link createGuardedFetch}. Refusals and failures are ProblemErrors `outbound.*`.
   * The caller's own abort is rethrown as it is. The response's body streams.
   */
  readonly fetch: (input: string | URL | Request, init?: GuardedInit) => Promise<Response>
  /** Closes every connection. */
  close(): Promise<void>
}

/**
 * A `fetch` for untrusted URLs, protected against SSRF. The address is checked when it connects, for every
 * connection of every redirect. It keeps no cookies, uses no proxy from the environment, follows redirects
 * itself, and limits time and size.
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
      if (first.redirect === 'error') throw redirectBlocked('None is expected here.', hop.url)
      if (redirects >= limits.redirects) {
        throw redirectBlocked(`${limits.redirects} have been followed already.`, hop.url)
      }
      const next = followRedirect(hop, { status: answer.status, location }, allow)
      if (first.stayOnHost && next.url.host !== hop.url.host) throw isCrossOrigin(next.url)
      hop = next
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
        clock.release()
        throw problem
      }
    },
    close: () => agent.destroy(),
  }
}

type Outgoing = Omit<Hop, 'url'> & {
  readonly url: string | URL
  readonly redirect: NonNullable<RequestInit['redirect']>
  readonly stayOnHost: boolean
  readonly signal: AbortSignal | null
}

/** Belong to the connection or to a browser's store, so a caller cannot set them. */
const connectionHeaders: readonly string[] = [
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'te', 'trailer'],
  ...['upgrade', 'expect', 'proxy-authorization', 'proxy-connection', 'cookie', 'cookie2'],
]

async function outgoing(input: string | URL | Request, init: GuardedInit = {}): Promise<Outgoing> {
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
    stayOnHost: init.stayOnHost ?? false,
    signal: init.signal ?? request?.signal ?? null,
  }
}

interface ResponseContext {
  readonly hop: Hop
  readonly redirected: boolean
  readonly clock: Deadline
  readonly limits: OutboundLimits
}

/** A Response of this runtime, with a limited body under the deadline. */
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
  // Node's Response refuses these by itself; the one that @hono/node-server puts in its place only when it is read.
  if (answer.status < 200 || answer.status > 599) {
    throw new RangeError(`${answer.status} is no status of an answer.`)
  }
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

/** undici takes 0 as no limit. */
function finiteOrNone(milliseconds: number): number {
  return Number.isFinite(milliseconds) ? milliseconds : 0
}

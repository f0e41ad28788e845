import type { ProblemBody } from '@repertoire/protocol'
import type { HttpApp } from '../http/app.ts'

/** Sends requests to the tested app. */
export interface TestRequests {
  /** One request, with its JSON response as the expected type; a problem by default. */
  call<Body = ProblemBody>(path: string, options?: CallOptions): Promise<Answer<Body>>
  /** The raw response. */
  request(path: string, options?: CallOptions): Promise<Response>
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  /** Undefined for an empty response. */
  readonly body: Body
}

export interface CallOptions {
  readonly method?: string
  /** The owner's key by default. Null for none. */
  readonly key?: string | null
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Address of the peer. Without one the request has no socket. */
  readonly peer?: string
}

export function createTestRequests(http: HttpApp, ownerKey: string): TestRequests {
  async function request(path: string, options: CallOptions = {}): Promise<Response> {
    const { method, key = ownerKey, body, headers, peer } = options
    const init = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    }
    const socket = { remoteAddress: peer }
    return http.request(path, init, peer === undefined ? undefined : { incoming: { socket } })
  }

  return {
    request,
    async call(path, options) {
      const response = await request(path, options)
      const text = await response.text()
      const body = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, headers: response.headers, body }
    },
  }
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
}

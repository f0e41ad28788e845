import type { ProblemBody } from '@repertoire/protocol'
import type { HttpApp } from '../http/app.ts'

/** How a test speaks to its server. */
export interface TestRequests {
  /** One request, its JSON answer as the type the test expects; a problem unless said. */
  call<Body = ProblemBody>(path: string, options?: CallOptions): Promise<Answer<Body>>
  /** The same, unread. */
  request(path: string, options?: CallOptions): Promise<Response>
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  /** Undefined for an empty answer. */
  readonly body: Body
}

export interface CallOptions {
  readonly method?: string
  /** The owner's unless said; null for none. */
  readonly key?: string | null
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export function createTestRequests(http: HttpApp, ownerKey: string): TestRequests {
  async function request(path: string, options: CallOptions = {}): Promise<Response> {
    const { method, key = ownerKey, body, headers } = options
    return http.request(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    })
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

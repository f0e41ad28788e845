import { badAddress, errorFrom, invalidResponse, networkError, RepertoireError } from './errors.ts'

export interface ClientOptions {
  /** `http://127.0.0.1:4000`, with or without `/api/v1`; in a browser, the page's own origin. */
  readonly baseUrl: string
  /** Without a key the browser's login cookie is used. */
  readonly apiKey?: string | undefined
  /** Replaces the global fetch. */
  readonly fetch?: (request: Request) => Promise<Response>
}

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** A body that is not JSON. */
  readonly upload?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }
  readonly query?: QueryValues | undefined
  /** The version a change is based on; an outdated one is rejected (412). */
  readonly etag?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Sends requests and converts failures to {@link RepertoireError}; an abort stays an abort. */
export interface Transport {
  json<Answer>(path: string, options?: CallOptions): Promise<Answer>
  raw(path: string, options?: CallOptions): Promise<Response>
}

export function createTransport(options: ClientOptions): Transport {
  const send = options.fetch ?? ((request: Request) => fetch(request))
  const base = readBaseUrl(options.baseUrl)

  async function raw(path: string, call: CallOptions = {}): Promise<Response> {
    const request = buildRequest(`${base}${path}`, call, options.apiKey)
    let response: Response
    try {
      response = await send(request)
    } catch (error) {
      if (call.signal?.aborted) throw error
      throw networkError(error)
    }
    if (!response.ok) throw await errorFrom(response)
    return response
  }

  return {
    raw,
    async json(path, call) {
      const response = await raw(path, call)
      if (response.status === 204) return undefined as never
      try {
        return await response.json()
      } catch (error) {
        if (call?.signal?.aborted || error instanceof RepertoireError) throw error
        // A whole answer that is no JSON is another program's; a torn one is a failure of the network.
        if (error instanceof SyntaxError) throw invalidResponse(response)
        throw networkError(error)
      }
    },
  }
}

/** Throws {@link RepertoireError} `network.bad-address`. */
function readBaseUrl(given: unknown): string {
  const written = typeof given === 'string' ? given.trim() : ''
  const url = URL.parse(written)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw badAddress()
  // Calls name the whole path of the API themselves.
  return written.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

function buildRequest(url: string, call: CallOptions, apiKey: string | undefined): Request {
  const target = new URL(url)
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined && value !== '') target.searchParams.set(name, String(value))
  }
  const headers = new Headers({ accept: 'application/json', ...call.headers })
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  if (call.upload !== undefined) headers.set('content-type', call.upload.type)
  if (call.etag !== undefined) headers.set('if-match', call.etag)
  return new Request(target, {
    method: call.method ?? 'GET',
    headers,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.upload === undefined ? {} : { body: call.upload.bytes }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  })
}

/** Encodes a value as one path segment. */
export const segment = encodeURIComponent

/** The REST API as a client's script uses it: plain fetch, an API key, and the event stream. */
export interface Api {
  get<T>(path: string): Promise<T>
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  events(path: string, after: number): EventReader
}

export interface StreamedEvent {
  readonly id: number
  readonly event: string
  readonly data: Record<string, unknown>
}

export interface EventReader {
  /** Reads until an event of that name arrives, `*` for any; fails after 20 s. */
  next(event: string): Promise<StreamedEvent>
  readonly seen: readonly StreamedEvent[]
  close(): void
}

export function connect(baseUrl: string, key: string): Api {
  const headers = { authorization: `Bearer ${key}` }
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    get: (path) => request('GET', path),
    send: (method, path, body) => request(method, path, body),
    events: (path, after) => readEvents(`${baseUrl}/api/v1${path}?after=${after}`, headers),
  }
}

function readEvents(url: string, headers: Record<string, string>): EventReader {
  const abort = new AbortController()
  const frames = frameIterator(url, headers, abort.signal)
  const seen: StreamedEvent[] = []
  return {
    seen,
    close: () => abort.abort(),
    async next(event) {
      const timer = setTimeout(() => abort.abort(new Error(`no ${event} within 20 s`)), 20_000)
      try {
        for (;;) {
          const { value, done } = await frames.next()
          if (done) throw new Error(`the stream ended before ${event}`)
          seen.push(value)
          if (event === '*' || value.event === event) return value
        }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function* frameIterator(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent, void> {
  const response = await fetch(url, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal,
  })
  if (!response.ok || response.body === null) throw new Error(`events returned ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    buffer += value
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const frame = parseFrame(buffer.slice(0, end))
      buffer = buffer.slice(end + 2)
      if (frame !== undefined) yield frame
    }
  }
}

function parseFrame(text: string): StreamedEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart())
  }
  const data = fields.get('data')
  if (data === undefined) return undefined
  return {
    id: Number(fields.get('id') ?? 0),
    event: fields.get('event') ?? '',
    data: JSON.parse(data),
  }
}

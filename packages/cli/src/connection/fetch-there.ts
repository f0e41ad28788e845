/** A server that sends requests to another address, which gets neither the key nor a request. */
export class CrossOriginRedirect extends Error {
  readonly target: string

  constructor(target: string) {
    super(`sent on to ${target}`)
    this.name = 'CrossOriginRedirect'
    this.target = target
  }
}

const maxRedirects = 5

/** Fetches, and follows redirects within one origin only. Throws CrossOriginRedirect at others. */
export async function fetchThere(request: Request): Promise<Response> {
  let asked = request
  for (let left = maxRedirects; ; left -= 1) {
    const response = await fetch(asked, { redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    await response.body?.cancel()
    const target = URL.parse(location, asked.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isThere = target !== null && target.origin === new URL(asked.url).origin
    if (!isThere || !isRead || left === 0) throw new CrossOriginRedirect(target?.href ?? location)
    const { method, headers, signal } = request
    asked = new Request(target, { method, headers, signal })
  }
}

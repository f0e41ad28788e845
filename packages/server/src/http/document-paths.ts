/**
 * The path a request means (C2): document C's own paths begin with `/v1` and may end with a slash; an
 * upload is an import. Everything else is as it stands. Pure.
 */
export function canonicalPath(method: string, path: string): string {
  const apiPath = path.startsWith('/v1/') ? `/api${path.replace(/\/$/, '')}` : path
  const isUpload = apiPath === '/api/v1/skills/upload' && method === 'POST'
  return isUpload ? '/api/v1/skills/import' : apiPath
}

/**
 * Whether a body may be JSON though it is called a form: so `curl -d` calls it, and so the document's own
 * lines send it. Only with a key: no page of another site can send one along.
 */
export function isJsonFromCurl(request: Pick<Request, 'url' | 'headers'>): boolean {
  const type = request.headers.get('content-type') ?? ''
  return (
    /^application\/x-www-form-urlencoded *(?:;|$)/i.test(type) &&
    request.headers.has('authorization') &&
    new URL(request.url).pathname.startsWith('/v1/')
  )
}

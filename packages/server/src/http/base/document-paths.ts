const executePath = /^\/sandbox\/execute\/?$/

/**
 * Maps document C's own paths to ours: a prefix of `/v1` alone, a trailing slash, its upload path, and
 * `/sandbox/execute` without any prefix.
 * Other paths stay as they are. Pure.
 */
export function canonicalPath(method: string, path: string): string {
  if (method === 'POST' && executePath.test(path)) return '/api/v1/sandbox/execute'
  const apiPath = path.startsWith('/v1/') ? `/api${path.replace(/\/$/, '')}` : path
  const isUpload = apiPath === '/api/v1/skills/upload' && method === 'POST'
  return isUpload ? '/api/v1/skills/import' : apiPath
}

/**
 * Whether a body with a form's content type may be JSON, as `curl -d` and the document's examples send it. Only
 * with a key, which no page of another site can send.
 */
export function isJsonFromCurl(request: Pick<Request, 'url' | 'headers'>): boolean {
  const type = request.headers.get('content-type') ?? ''
  const { pathname } = new URL(request.url)
  return (
    /^application\/x-www-form-urlencoded *(?:;|$)/i.test(type) &&
    request.headers.has('authorization') &&
    (pathname.startsWith('/v1/') || executePath.test(pathname))
  )
}

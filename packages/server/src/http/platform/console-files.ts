import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from '../base/environment.ts'
import { pagePolicy } from '../base/middleware/security-headers.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * Serves the built console: hashed assets as immutable, other files without caching, and its page for any other
 * path, because the page has its own router. Paths of the API are skipped.
 */
export function consoleFiles(folder: string): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const { path, method } = c.req
    const isConsolePath = !path.startsWith('/api/') && path !== '/api'
    if (!isConsolePath || (method !== 'GET' && method !== 'HEAD')) return next()
    const file = await readInside(folder, path)
    if (file) return fileResponse(file, path)
    if (path.startsWith('/assets/') || mediaTypes[extname(path)] !== undefined) return next()
    const page = await readInside(folder, '/index.html')
    return page ? fileResponse(page, '/index.html') : consoleNotBuilt()
  }
}

async function readInside(folder: string, path: string): Promise<Buffer | undefined> {
  const decoded = decodePath(path)
  if (decoded === undefined) return undefined
  const file = normalize(join(folder, decoded))
  if (!file.startsWith(folder + sep) || mediaTypes[extname(file)] === undefined) return undefined
  try {
    const real = await realpath(file)
    const inside = real.startsWith((await realpath(folder)) + sep)
    return inside && (await stat(real)).isFile() ? await readFile(real) : undefined
  } catch {
    return undefined
  }
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

function fileResponse(bytes: Buffer, path: string): Response {
  const hashed = path.startsWith('/assets/')
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': pagePolicy,
    },
  })
}

function consoleNotBuilt(): Response {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Repertoire</title>
<body style="font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">
<h1>The console is not built</h1>
<p>Build it once with <code>npm run build -w packages/console</code> and load this page again. <code>npm start</code> does it by itself.</p>
<p>The API works without it: <a href="/api/v1/docs">read about it</a>.</p></body></html>`
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

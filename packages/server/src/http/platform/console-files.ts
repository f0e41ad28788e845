import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, normalize, relative, sep } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import { acceptedEncoding, compress, minCompressedBytes } from '../base/compressed-body.ts'
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

/** Media types whose files are compressed already. */
const compressedTypes: ReadonlySet<string> = new Set(['.ico', '.png', '.woff2'])

interface ConsoleFile {
  readonly path: string
  /** Changes with the file. */
  readonly stamp: string
  readonly bytes: Buffer
}

type CompressedFile = Pick<ConsoleFile, 'stamp'> & { readonly bytes: Uint8Array<ArrayBuffer> }

/**
 * Serves the built console: hashed assets as immutable, other files without caching, and its page for any other
 * path, because the page has its own router. Files are compressed when they are first asked for, and kept so: as many
 * as the folder has. Paths of the API are skipped.
 */
export function consoleFiles(folder: string): MiddlewareHandler<HttpEnvironment> {
  const kept = new Map<string, CompressedFile>()
  const respond = async (c: Context<HttpEnvironment>, file: ConsoleFile) => {
    const { path, bytes, stamp } = file
    if (compressedTypes.has(extname(path)) || bytes.length < minCompressedBytes) {
      return fileResponse(path, bytes)
    }
    const encoding = acceptedEncoding(c, ['br', 'gzip'])
    const vary = { vary: 'accept-encoding' }
    if (!encoding) return fileResponse(path, bytes, vary)
    const key = `${encoding} ${path}`
    const known = kept.get(key)
    const compressed = known?.stamp === stamp ? known.bytes : await compress(bytes, encoding)
    kept.set(key, { stamp, bytes: compressed })
    return fileResponse(path, compressed, { ...vary, 'content-encoding': encoding })
  }
  return async (c, next) => {
    const { path, method } = c.req
    const isConsolePath = !path.startsWith('/api/') && path !== '/api'
    if (!isConsolePath || (method !== 'GET' && method !== 'HEAD')) return next()
    const file = await readInside(folder, path)
    if (file) return respond(c, file)
    if (path.startsWith('/assets/') || mediaTypes[extname(path)] !== undefined) return next()
    const page = await readInside(folder, '/index.html')
    return page ? respond(c, page) : consoleNotBuilt()
  }
}

async function readInside(folder: string, path: string): Promise<ConsoleFile | undefined> {
  const decoded = decodePath(path)
  if (decoded === undefined) return undefined
  const file = normalize(join(folder, decoded))
  if (!file.startsWith(folder + sep) || mediaTypes[extname(file)] === undefined) return undefined
  try {
    const [real, root] = [await realpath(file), await realpath(folder)]
    if (!real.startsWith(root + sep)) return undefined
    const { mtimeMs, size } = await stat(real)
    const bytes = await readFile(real)
    return {
      path: `/${relative(folder, file).replaceAll(sep, '/')}`,
      stamp: `${mtimeMs} ${size}`,
      bytes,
    }
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

function fileResponse(
  path: string,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const hashed = path.startsWith('/assets/')
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': pagePolicy,
      ...headers,
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

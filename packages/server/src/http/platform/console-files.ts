import { readFile, realpath } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import { acceptedEncoding, type Encoding } from '../base/compressed-body.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { pagePolicy, staticFileResponse } from '../base/middleware/security-headers.ts'

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

/** How the build names a file's compressed copy. */
const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

interface ConsoleFile {
  /** As it is asked for, below the folder. */
  readonly path: string
  readonly bytes: Buffer
}

/**
 * Serves the built console: hashed assets as immutable, other files without caching, and its page for any other
 * path to whoever takes HTML, because the page has its own router. The build compresses what is worth it; such a copy is sent to whoever
 * takes it. Paths of the API are skipped.
 */
export function consoleFiles(folder: string): MiddlewareHandler<HttpEnvironment> {
  const respond = async (c: Context<HttpEnvironment>, file: ConsoleFile) => {
    const encoding = acceptedEncoding(c, ['br', 'gzip'])
    const copy = encoding && (await readReal(folder, `${file.path}${suffixes[encoding]}`))
    return copy
      ? fileResponse(c, { ...file, bytes: copy }, { 'content-encoding': encoding })
      : fileResponse(c, file)
  }
  return async (c, next) => {
    const { path, method } = c.req
    const isConsolePath = !path.startsWith('/api/') && path !== '/api'
    if (!isConsolePath || (method !== 'GET' && method !== 'HEAD')) return next()
    const file = await readInside(folder, path)
    if (file) return respond(c, file)
    if (path.startsWith('/assets/') || mediaTypes[extname(path)] !== undefined) return next()
    if (!takesPage(c.req.header('accept'))) return next()
    const page = await readInside(folder, '/index.html')
    return page ? respond(c, page) : consoleNotBuilt()
  }
}

/** A program that asks for JSON at a wrong address would read the page as its answer. */
function takesPage(accept = '*/*'): boolean {
  return /text\/html|\*\/\*/i.test(accept)
}

async function readInside(folder: string, asked: string): Promise<ConsoleFile | undefined> {
  const decoded = decodePath(asked)
  if (decoded === undefined) return undefined
  const path = normalize(`/${decoded}`)
  if (mediaTypes[extname(path)] === undefined) return undefined
  const bytes = await readReal(folder, path)
  return bytes && { path, bytes }
}

/** What is there and lies in the folder, links followed. */
async function readReal(folder: string, path: string): Promise<Buffer | undefined> {
  try {
    const [real, root] = [await realpath(join(folder, path)), await realpath(folder)]
    return real.startsWith(root + sep) ? await readFile(real) : undefined
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
  c: Context<HttpEnvironment>,
  { path, bytes }: ConsoleFile,
  encoding: Readonly<Record<string, string>> = {},
): Response {
  const headers = {
    'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
    vary: 'accept-encoding',
    ...encoding,
  }
  const body = new Uint8Array(bytes)
  if (path.startsWith('/assets/')) {
    return staticFileResponse(body, { headers, isTls: c.get('external').scheme === 'https' })
  }
  const page = { 'cache-control': 'no-cache', 'content-security-policy': pagePolicy }
  return new Response(body, { headers: { ...page, ...headers } })
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

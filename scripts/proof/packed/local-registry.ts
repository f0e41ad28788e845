import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Tarball } from '../../pack/pack-tarballs.ts'
import { builtFolder, publishedPackages } from '../../pack/published-packages.ts'
import { root } from '../paths.ts'

export interface LocalRegistry {
  readonly url: string
  close(): void
}

/** An npm registry with these tarballs. Whatever else is asked of it, it gets from the npm registry of this machine. */
export async function startLocalRegistry(tarballs: readonly Tarball[]): Promise<LocalRegistry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], {
    ...{ cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
  }).trim()
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`
    const path = decodeURIComponent(new URL(request.url ?? '/', url).pathname.slice(1))
    const document = tarballs.find(({ name }) => name === path)
    const packed = tarballs.find(({ name, version }) => `${name}/-/${version}.tgz` === path)
    if (document) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(packumentOf(document, url)))
    } else if (packed) {
      response.end(readFileSync(packed.file))
    } else {
      void passOn(new URL(request.url?.slice(1) ?? '', upstream), request, response)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${address.port}/`, close }
}

/** What a registry knows of a package. */
function packumentOf({ name, version, integrity, shasum }: Tarball, url: string) {
  const published = publishedPackages.find(({ folder }) => name.split('/').at(-1) === folder)
  const manifest = JSON.parse(
    readFileSync(join(builtFolder(published?.folder ?? ''), 'package.json'), 'utf8'),
  )
  const dist = { tarball: `${url}/${name}/-/${version}.tgz`, integrity, shasum }
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
  }
}

async function passOn(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { accept = '*/*' } = request.headers
    const answer = await fetch(url, { method: request.method ?? 'GET', headers: { accept } })
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type === null ? {} : { 'content-type': type })
    if (answer.body) await pipeline(Readable.fromWeb(answer.body), response)
    else response.end()
  } catch (error) {
    if (!response.headersSent) response.writeHead(502)
    response.end(String(error))
  }
}

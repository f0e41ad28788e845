import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ArchiveFiles, tarballOf } from './package-archives.ts'

/** An index on 127.0.0.1 that records its requests. */
export interface TestIndex {
  /** In the form an operator configures it. */
  readonly url: string
  /** `METHOD path`, in order. */
  readonly requests: readonly string[]
  stop(): Promise<void>
}

export interface PythonTestIndex extends TestIndex {
  /** Adds a wheel or another file of a project. */
  add(project: string, file: string, bytes: Uint8Array): void
}

export interface NodeTestIndex extends TestIndex {
  add(name: string, version: string, pack: NodePack): void
}

export interface NodePack {
  readonly manifest?: Readonly<Record<string, unknown>>
  readonly files: ArchiveFiles
}

/** A "simple" index of Python packages. */
export async function startPythonIndex(): Promise<PythonTestIndex> {
  const projects = new Map<string, Map<string, Uint8Array>>()
  const server = await start((path) => {
    const [, first, project = '', file] = path.split('/')
    const files = projects.get(project)
    if (first === 'simple' && files) {
      const links = [...files].map(([name, bytes]) => {
        const hash = createHash('sha256').update(bytes).digest('hex')
        return `<a href="/files/${project}/${name}#sha256=${hash}">${name}</a>`
      })
      return {
        type: 'text/html',
        body: `<!DOCTYPE html><html><body>${links.join('\n')}</body></html>`,
      }
    }
    const bytes = first === 'files' ? files?.get(file ?? '') : undefined
    return bytes && { type: 'application/octet-stream', body: bytes }
  })
  return {
    ...server,
    url: `${server.url}/simple/`,
    add: (project, file, bytes) => {
      const files = projects.get(project) ?? new Map<string, Uint8Array>()
      projects.set(project, files.set(file, bytes))
    },
  }
}

/** A registry of Node packages. */
export async function startNodeIndex(): Promise<NodeTestIndex> {
  const versions = new Map<string, Map<string, { manifest: object; tarball: Buffer }>>()
  const server = await start((path, base) => {
    const name = decodeURIComponent(path.slice(1).replace(/\/-\/.*$/, ''))
    const found = versions.get(name)
    const file = /\/-\/(.+)\.tgz$/.exec(path)?.[1]
    if (!found) return undefined
    if (file !== undefined) {
      const pack = found.get(file)
      return pack && { type: 'application/octet-stream', body: pack.tarball }
    }
    const all = [...found].map(([version, { manifest, tarball }]) => {
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
      const dist = { tarball: `${base}/${name}/-/${version}.tgz`, integrity }
      return [version, { ...manifest, dist }]
    })
    const body = {
      name,
      'dist-tags': { latest: [...found.keys()].at(-1) },
      versions: Object.fromEntries(all),
    }
    return { type: 'application/json', body: JSON.stringify(body) }
  })
  return {
    ...server,
    url: `${server.url}/`,
    add: (name, version, { manifest = {}, files }) => {
      const about = { name, version, ...manifest }
      const inside = Object.entries({ 'package.json': JSON.stringify(about), ...files })
      const tarball = tarballOf(
        Object.fromEntries(inside.map(([path, text]) => [`package/${path}`, text])),
      )
      const known = versions.get(name) ?? new Map<string, { manifest: object; tarball: Buffer }>()
      versions.set(name, known.set(version, { manifest: about, tarball }))
    },
  }
}

type Answer = { readonly type: string; readonly body: string | Uint8Array } | undefined

async function start(answer: (path: string, base: string) => Answer): Promise<TestIndex> {
  const requests: string[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const path = new URL(request.url ?? '/', 'http://index').pathname
    const found = answer(path, `http://${request.headers.host}`)
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' })
    response.end(found?.body ?? 'not found')
  }
  const server: Server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

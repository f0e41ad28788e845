import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainModel, zipBytes } from '../zip/zip-model.ts'

/** A Python package index with one package. */
export interface FakePackageIndex {
  readonly url: string
  /** In order of the requests. */
  readonly requestedPaths: readonly string[]
  stop(): Promise<void>
}

export async function startFakePackageIndex(name: string, text: string): Promise<FakePackageIndex> {
  const { file, bytes } = wheel(name, text)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const page = `<!DOCTYPE html><html><body><a href="/${file}#sha256=${hash}">${file}</a></body></html>`
  const answers = new Map<string, string | Uint8Array>([
    [`/simple/${name}/`, page],
    [`/${file}`, bytes],
  ])
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    const found = answers.get(path)
    const type = typeof found === 'string' ? 'text/html' : 'application/octet-stream'
    response.writeHead(found ? 200 : 404, { 'content-type': type }).end(found)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/simple/`,
    requestedPaths,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A wheel with one module. */
function wheel(name: string, text: string): { readonly file: string; readonly bytes: Uint8Array } {
  const info = `${name}-1.0.dist-info`
  const files: Record<string, string> = {
    [`${name}.py`]: text,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  }
  const lines = Object.entries(files).map(([path, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url')
    return `${path},sha256=${hash},${Buffer.byteLength(content)}\n`
  })
  files[`${info}/RECORD`] = `${lines.join('')}${info}/RECORD,,\n`
  const packed = Object.entries(files).map(([path, content]) => ({
    ...{ path, executable: false },
    bytes: Buffer.from(content),
  }))
  return { file: `${name}-1.0-py3-none-any.whl`, bytes: zipBytes(plainModel(packed)) }
}

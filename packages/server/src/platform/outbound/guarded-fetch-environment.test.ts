import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
} from '../../testing/outbound-servers.ts'

let servers: OutboundServers

beforeEach(() => {
  servers = createOutboundServers()
})
afterEach(() => servers.close())

describe('proxy variables of the environment', () => {
  it('are ignored', async () => {
    const touched: string[] = []
    const proxy = await servers.http((request, response) => {
      touched.push(request.url ?? '')
      response.end('proxy')
    })
    const port = await servers.http((_, response) => response.end('direct'))
    const proxyUrl = `http://127.0.0.1:${proxy}`
    const names = [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'all_proxy',
    ]
    const script = `
      import { createGuardedFetch } from ${JSON.stringify(new URL('./guarded-fetch.ts', import.meta.url))}
      import { parseAllowList } from ${JSON.stringify(new URL('./allow-list.ts', import.meta.url))}
      const { fetch, close } = createGuardedFetch({
        userAgent: 'x',
        allow: parseAllowList('public.example:${port}').entries,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      })
      console.log(await (await fetch('http://public.example:${port}/')).text())
      await close()`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=repertoire-source', '--input-type=module', '-e', script],
      {
        env: {
          ...Object.fromEntries(names.map((name) => [name, proxyUrl])),
          NODE_USE_ENV_PROXY: '1',
          NO_PROXY: '',
        },
      },
    )
    expect(stdout.trim()).toBe('direct')
    expect(touched).toEqual([])
  })
})

const openssl = 'openssl'
const canSpeakTls = hasOpenssl() && 'setDefaultCACertificates' in tls

describe.skipIf(!canSpeakTls)('https', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-'))
  let system: string[]
  let key: Buffer
  let cert: Buffer

  beforeAll(() => {
    system = tls.getCACertificates('default')
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      openssl,
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-days', '2', '-subj', '/CN=secure.example', '-keyout', keyFile, '-out', certFile],
        ...['-addext', 'subjectAltName=DNS:secure.example'],
      ],
      { stdio: 'ignore' },
    )
    key = readFileSync(keyFile)
    cert = readFileSync(certFile)
  })
  const endings: (() => void)[] = []
  afterEach(() => {
    tls.setDefaultCACertificates(system)
    for (const end of endings.splice(0)) end()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  async function secureServer(location?: string) {
    const server = createServer({ key, cert }, (_, response) => {
      if (location) response.writeHead(302, { location }).end()
      else response.end('secure')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    endings.push(() => void server.close().closeAllConnections())
    return port
  }

  it('uses the name of the URL and the checked address', async () => {
    const port = await secureServer()
    tls.setDefaultCACertificates([...system, cert.toString()])
    const fetch = servers.guard(`secure.example:${port},other.example:${port}`)
    expect(await (await fetch(`https://secure.example:${port}/`)).text()).toBe('secure')
    const problem = await problemOf(fetch(`https://other.example:${port}/`))
    expect(problem.code).toBe('outbound.certificate-refused')
    const literal = await problemOf(fetch(`https://127.0.0.1:${port}/`))
    expect(literal.code).toBe('outbound.address-refused')
  })

  it('requires a valid certificate', async () => {
    const port = await secureServer()
    const fetch = servers.guard(`secure.example:${port}`)
    const problem = await problemOf(fetch(`https://secure.example:${port}/`))
    expect(problem).toMatchObject({ code: 'outbound.certificate-refused', kind: 'unavailable' })
  })

  it('is never redirected to http', async () => {
    const touched: string[] = []
    const plain = await servers.http((request, response) => {
      touched.push(request.url ?? '')
      response.end('plain')
    })
    const port = await secureServer(`http://plain.example:${plain}/`)
    tls.setDefaultCACertificates([...system, cert.toString()])
    const fetch = servers.guard(`secure.example:${port},plain.example:${plain}`)
    const problem = await problemOf(fetch(`https://secure.example:${port}/`))
    expect(problem).toMatchObject({ code: 'outbound.redirect-refused', kind: 'forbidden' })
    expect(touched).toEqual([])
  })
})

function hasOpenssl(): boolean {
  try {
    execFileSync(openssl, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseAllowList } from '../../platform/outbound/allow-list.ts'
import { type IndexProxy, type IndexProxyOptions, openIndexProxy } from './index-proxy.ts'
import { hostOf } from './package-index.ts'
import { type PythonTestIndex, startPythonIndex } from './testing/package-indexes.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function index(): Promise<PythonTestIndex> {
  const started = await startPythonIndex()
  endings.push(started.stop)
  return started
}

/** As for an index that the operator configured. */
async function proxyTo(url: string, options: Partial<IndexProxyOptions> = {}): Promise<IndexProxy> {
  const { host, port } = hostOf(url)
  const proxy = await openIndexProxy({
    hosts: [{ host, port }],
    allow: parseAllowList(`${host}:${port}`).entries,
    maxBytes: 1_000_000,
    ...options,
  })
  endings.push(proxy.close)
  return proxy
}

function ask({ socket }: IndexProxy, path: string, method = 'GET') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const requests = request({ socketPath: socket, path, method }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.once('error', reject)
    })
    requests.once('error', reject)
    requests.end()
  })
}

/** The first line of the response to CONNECT, and the socket. */
async function tunnel({ socket }: IndexProxy, authority: string) {
  const client: Socket = connect(socket)
  endings.push(() => client.destroy())
  client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  const [first] = (await once(client, 'data')) as [Buffer]
  return { client, line: first.toString().split('\r\n')[0] ?? '' }
}

/** The server's address, once it listens. */
async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  return `http://${hostIn(server)}/`
}

function hostIn(server: Server): string {
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the index proxy', () => {
  it('C10: reaches the index, by request and by tunnel', async () => {
    const { url } = await index()
    const proxy = await proxyTo(url)
    expect(await ask(proxy, `${url}nothing/`)).toEqual({ status: 404, text: 'not found' })
    const { client, line } = await tunnel(proxy, new URL(url).host)
    expect(line).toBe('HTTP/1.1 200 Connection established')
    client.write('GET /simple/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(client, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404/)
  })

  it('C10: reaches no other host and no other port', async () => {
    const own = await index()
    const other = await index()
    const proxy = await proxyTo(own.url)
    const elsewhere = [
      other.url,
      own.url.replace('127.0.0.1', 'localhost'),
      'http://evil.example:8080/',
    ]
    for (const url of elsewhere) {
      expect(await ask(proxy, url)).toMatchObject({ status: 403 })
      expect((await tunnel(proxy, new URL(url).host)).line).toBe('HTTP/1.1 403 Forbidden')
    }
    expect(other.requests).toEqual([])
    expect([...proxy.refused]).toEqual(
      elsewhere.map((url) => `${hostOf(url).host}:${hostOf(url).port}`),
    )
  })

  it('C10: refuses invalid hosts, and anything but reading', async () => {
    const { url, requests } = await index()
    const proxy = await proxyTo(url)
    for (const authority of ['', ':1', 'me@127.0.0.1:1', '/etc/passwd', '127.0.0.1:99999'])
      expect((await tunnel(proxy, authority)).line).toMatch(/^HTTP\/1\.1 (400|403)/)
    expect(await ask(proxy, url, 'POST')).toMatchObject({ status: 403 })
    expect(await ask(proxy, '/simple/')).toMatchObject({ status: 403 })
    expect(requests).toEqual([])
  })

  it.each([
    ['127.0.0.1', 'this machine'],
    ['10.0.0.7', 'a private network'],
    ['169.254.169.254', 'a metadata service'],
  ])('C10: does not follow the name of a public index to %s, %s', async (address) => {
    const proxy = await proxyTo('https://index.example/', {
      allow: [],
      resolve: async () => [{ address, family: 4 }],
    })
    expect((await tunnel(proxy, 'index.example:443')).line).toBe('HTTP/1.1 502 Bad Gateway')
    expect([...proxy.failed]).toEqual(['index.example:443, which has no public address'])
  })

  it('C10: does not connect even a configured host to a metadata service', async () => {
    const proxy = await proxyTo('http://index.example/', {
      resolve: async () => [{ address: '169.254.169.254', family: 4 }],
    })
    expect(await ask(proxy, 'http://index.example/')).toMatchObject({ status: 502 })
  })

  it('C10: limits the bytes of an installation', async () => {
    const flood = createServer((client) => {
      client.on('error', () => undefined)
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      const pour = (): void => {
        while (!client.destroyed && client.write(Buffer.alloc(64 * 1024)));
        if (!client.destroyed) client.once('drain', pour)
      }
      pour()
    })
    const url = await listening(flood)
    await expect(ask(await proxyTo(url), url)).rejects.toThrow()
  })

  it('C10: counts sent and received bytes', async () => {
    const deaf = createServer((client) => {
      client.on('error', () => undefined).resume()
    })
    const { client } = await tunnel(await proxyTo(await listening(deaf)), hostIn(deaf))
    client.on('error', () => undefined)
    const closed = new Promise((resolve) => client.once('close', resolve))
    const pour = (): void => {
      while (!client.destroyed && client.write(Buffer.alloc(64 * 1024)));
      if (!client.destroyed) client.once('drain', pour)
    }
    pour()
    await closed
  })

  it.each([
    ['no status there is', 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n', 502],
    ['another protocol', 'HTTP/1.1 101 Odd\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 502],
    ['no HTTP', 'nothing of the kind\r\n\r\n', 502],
  ])('C10: treats an index that answers with %s as unreachable', async (_, said, status) => {
    const odd = createServer((client) => {
      client.on('error', () => undefined).once('data', () => client.end(said))
    })
    const url = await listening(odd)
    expect(await ask(await proxyTo(url), url)).toMatchObject({ status })
  })

  it('C10: an index that breaks off ends the request', async () => {
    const torn = createServer((client) => {
      client.on('error', () => undefined)
      client.once('data', () => client.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'))
    })
    const url = await listening(torn)
    await expect(ask(await proxyTo(url), url)).rejects.toThrow('aborted')
  })

  it('C10: has a secret socket path, and is gone when it is closed', async () => {
    const { url } = await index()
    const proxy = await proxyTo(url)
    const folder = dirname(dirname(proxy.socket))
    expect((await stat(folder)).mode & 0o777).toBe(0o711)
    expect((await stat(proxy.socket)).mode & 0o777).toBe(0o600)
    await proxy.close()
    await expect(stat(folder)).rejects.toThrow('ENOENT')
  })
})

import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
} from '../testing/outbound-servers.ts'
import { redirectTarget } from './next-hop.ts'

let servers: OutboundServers
let touched: string[]

beforeEach(() => {
  servers = createOutboundServers()
  touched = []
})
afterEach(() => servers.close())

/** A server that notes what it is asked and sends `/to?<url>` on to that URL. */
const redirecting = () =>
  servers.http((request, response) => {
    const url = request.url ?? ''
    touched.push(`${request.method} ${request.headers.host}${url}`)
    if (!url.startsWith('/to?')) return void response.end('reached')
    response.writeHead(302, { location: url.slice('/to?'.length) }).end()
  })

describe('where a guarded fetch goes', () => {
  it('reaches a host whose address passes, by name', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port}`)
    const response = await fetch(`http://public.example:${port}/page#part`)
    expect(response).toBeInstanceOf(Response)
    expect(await response.text()).toBe('reached')
    expect(response.url).toBe(`http://public.example:${port}/page`)
    expect(touched).toEqual([`GET public.example:${port}/page`])
  })

  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.1',
    'http://127.0.0.1.',
    'http://①②⑦.0.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://0.0.0.0',
    'http://[::]',
    'http://localhost',
    'http://localhost.',
    'http://LOCALHOST',
    'http://name.example',
    'http://169.254.169.254',
    'http://[fd00:ec2::254]',
    'http://100.100.100.200',
    'http://10.0.0.1',
    'http://168.63.129.16',
  ])('does not connect to %s, asked for or redirected to', async (target) => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port},public.example:${port}`)
    const wanted = `${target}:${port}/secret`
    // The port is open for some host, so nothing but the address stands in the way.
    const direct = await problemOf(fetch(wanted))
    expect(direct).toMatchObject({ code: 'outbound.address-refused', kind: 'forbidden' })
    expect(touched).toEqual([])
    const redirected = await problemOf(fetch(`http://public.example:${port}/to?${wanted}`))
    expect(redirected.code).toBe('outbound.address-refused')
    expect(touched).toHaveLength(1)
  })

  it('judges the address of each connection anew, so a name that changes its mind gains nothing', async () => {
    const listener =
      (host: string) => (_: unknown, response: import('node:http').ServerResponse) => {
        touched.push(host)
        response.setHeader('connection', 'close')
        response.end(host)
      }
    const port = await servers.http(listener('good'), { host: '127.0.0.1' })
    await servers.http(listener('bad'), { host: '127.0.0.2', port })
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
    let asked = 0
    const fetch = servers.guard(`127.0.0.1:${port}`, {
      resolve: async () => [{ address: answers[asked++]!, family: 4 }],
    })
    const url = `http://rebinding.example:${port}/`
    expect(await (await fetch(url)).text()).toBe('good')
    expect(asked).toBe(1)
    expect((await problemOf(fetch(url))).code).toBe('outbound.address-refused')
    expect(asked).toBe(2)
    expect(touched).toEqual(['good'])
  })

  it('connects to none but the passing addresses of a name that has both', async () => {
    const port = await servers.http((_, response) => response.end('good'))
    await servers.http(
      (_, response) => {
        touched.push('bad')
        response.end('bad')
      },
      { host: '127.0.0.2', port },
    )
    const fetch = servers.guard(`127.0.0.1:${port}`, {
      resolve: async () => [
        { address: '127.0.0.2', family: 4 },
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    })
    expect(await (await fetch(`http://mixed.example:${port}/`)).text()).toBe('good')
    expect(touched).toEqual([])
  })

  it('refuses what a resolver gives that is no address', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`other.example:${port}`, {
      resolve: async () => [{ address: 'localhost', family: 4 }],
    })
    const problem = await problemOf(fetch(`http://name.example:${port}/`))
    expect(problem.code).toBe('outbound.address-refused')
    expect(touched).toEqual([])
  })

  it('refuses a public address when it is this machine itself', async () => {
    const fetch = servers.guard('', {
      resolve: async () => [{ address: '93.184.215.14', family: 4 }],
      ownAddresses: () => ['93.184.215.14'],
    })
    expect(await problemOf(fetch('http://me.example/'))).toMatchObject({
      code: 'outbound.address-refused',
      details: { range: 'this-machine' },
    })
  })

  it('tells neither the address a name has nor anything else of the URL', async () => {
    const fetch = servers.guard('', { resolve: async () => [{ address: '10.9.8.7', family: 4 }] })
    const problem = await problemOf(fetch('https://intra.example/path?token=hunter2#hunter3'))
    expect(problem.code).toBe('outbound.address-refused')
    expect(JSON.stringify(problem)).not.toMatch(/10\.9\.8\.7|hunter|path/)
  })

  it('never lets a literal address through that the rules refuse', async () => {
    const fetch = servers.guard('')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(10, 127, 0, 224, 240, 255),
        fc.nat(0xffffff),
        async (first, rest) => {
          const problem = await problemOf(fetch(`http://${first * 2 ** 24 + rest}/`))
          expect(problem.code).toBe('outbound.address-refused')
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('which URLs a guarded fetch takes', () => {
  it.each([
    ['file:///etc/passwd', 'outbound.scheme-refused'],
    ['ftp://public.example/', 'outbound.scheme-refused'],
    ['data:text/plain,x', 'outbound.scheme-refused'],
    ['javascript:alert(1)', 'outbound.scheme-refused'],
    ['gopher://127.0.0.1:6379/_INFO', 'outbound.scheme-refused'],
    ['blob:http://public.example/x', 'outbound.scheme-refused'],
    ['http://hunter2@public.example/', 'outbound.credentials-refused'],
    ['http://public.example:hunter2@127.0.0.1/', 'outbound.credentials-refused'],
    ['http://public.example#@127.0.0.1/', 'outbound.name-not-found'],
    ['http://127.0.0.1\\@public.example/', 'outbound.address-refused'],
    ['http://public.example:22/', 'outbound.port-refused'],
    ['http://public.example:6379/', 'outbound.port-refused'],
    ['https://public.example:25/', 'outbound.port-refused'],
    ['http://[fe80::1%25eth0]/', 'outbound.bad-url'],
    ['http://256.1.1.1/', 'outbound.bad-url'],
    ['//public.example/', 'outbound.bad-url'],
    ['/etc/passwd', 'outbound.bad-url'],
    ['', 'outbound.bad-url'],
    [`http://public.example/${'a'.repeat(9000)}`, 'outbound.bad-url'],
  ])('answers %s with %s', async (url, code) => {
    const fetch = servers.guard('', { resolve: async () => [] })
    const problem = await problemOf(fetch(url))
    expect(problem.code).toBe(code)
    expect(JSON.stringify(problem)).not.toContain('hunter2')
  })

  it.each([
    ['file:///etc/passwd', 'outbound.scheme-refused'],
    ['http://user:pass@public.example/', 'outbound.credentials-refused'],
    ['http://public.example:22/', 'outbound.port-refused'],
    ['http://%', 'outbound.bad-url'],
  ])('checks a redirect to %s the same way', async (location, code) => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port}`)
    expect((await problemOf(fetch(`http://public.example:${port}/to?${location}`))).code).toBe(code)
    expect(touched).toHaveLength(1)
  })

  it('uses a port for the host it was opened for only', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port},127.0.0.1`)
    const problem = await problemOf(fetch(`http://other.example:${port}/`))
    expect(problem.code).toBe('outbound.address-refused')
    expect(touched).toEqual([])
    const elsewhere = servers.guard('wiki.intra:9443', {
      resolve: async () => [{ address: '93.184.215.14', family: 4 }],
    })
    for (const host of ['public.example', '93.184.215.14', '[2606:4700:4700::1111]']) {
      const refused = await problemOf(elsewhere(`http://${host}:9443/`))
      expect(refused.code).toBe('outbound.port-refused')
    }
  })
})

describe('redirects', () => {
  it('follows five and not a sixth', async () => {
    const port = await servers.http((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) return void response.end('there')
      response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const fetch = servers.guard(`public.example:${port}`)
    const response = await fetch(`http://public.example:${port}/5`)
    expect(await response.text()).toBe('there')
    expect(response.redirected).toBe(true)
    expect(response.url).toBe(`http://public.example:${port}/0`)
    const problem = await problemOf(fetch(`http://public.example:${port}/6`))
    expect(problem).toMatchObject({ code: 'outbound.redirect-refused', kind: 'forbidden' })
  })

  it('reads where it is sent as UTF-8', async () => {
    const port = await servers.raw((socket) => {
      socket.end('HTTP/1.1 302 Found\r\nlocation: /caf\u00e9\r\ncontent-length: 0\r\n\r\n')
    })
    const fetch = servers.guard(`public.example:${port}`, { limits: { redirects: 1 } })
    const manual = await fetch(`http://public.example:${port}/`, { redirect: 'manual' })
    const { status, headers } = manual
    expect(redirectTarget({ status, headers })).toBe('/caf\u00e9')
    await manual.body?.cancel()
  })

  it('hands another origin none of the caller’s headers', async () => {
    const seen: import('node:http').IncomingHttpHeaders[] = []
    const port = await servers.http((request, response) => {
      seen.push(request.headers)
      if (request.url !== '/first') return void response.end('ok')
      response.writeHead(307, {
        location: `http://second.example:${port}/`,
        'set-cookie': 'session=hunter2',
      })
      response.end()
    })
    const fetch = servers.guard(`first.example:${port},second.example:${port}`)
    const headers = {
      accept: 'text/html',
      authorization: 'Bearer hunter2',
      cookie: 'a=hunter2',
      'x-api-key': 'hunter2',
    }
    await (await fetch(`http://first.example:${port}/first`, { headers })).text()
    expect(seen[0]).toMatchObject({ authorization: 'Bearer hunter2', 'x-api-key': 'hunter2' })
    expect(seen[0]).not.toHaveProperty('cookie')
    expect(JSON.stringify(seen[1])).not.toContain('hunter2')
    expect(seen[1]).toMatchObject({ accept: 'text/html', 'user-agent': 'Repertoire/0.0.0' })
  })

  it('hands another origin no body either, and repeats one for the same origin', async () => {
    const port = await servers.http(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      touched.push(`${request.method} ${request.headers.host} ${body}`)
      const { url = '' } = request
      if (url === '/end') return void response.end('ok')
      const host = url === '/away' ? 'second.example' : 'first.example'
      const status = url === '/see' ? 303 : 307
      response.writeHead(status, { location: `http://${host}:${port}/end` }).end()
    })
    const fetch = servers.guard(`first.example:${port},second.example:${port}`)
    const post = (path: string) =>
      fetch(`http://first.example:${port}${path}`, { method: 'POST', body: 'hello' })
    expect((await problemOf(post('/away'))).code).toBe('outbound.redirect-refused')
    await (await post('/stay')).text()
    await (await post('/see')).text()
    const first = `first.example:${port}`
    expect(touched).toEqual([
      ...[`POST ${first} hello`, `POST ${first} hello`, `POST ${first} hello`],
      ...[`POST ${first} hello`, `GET ${first} `],
    ])
  })

  it('gives a redirect back, or refuses it, when the caller says so', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port}`)
    const url = `http://public.example:${port}/to?/there`
    const manual = await fetch(url, { redirect: 'manual' })
    expect(manual.status).toBe(302)
    expect(manual.headers.get('location')).toBe('/there')
    await manual.body?.cancel()
    const problem = await problemOf(fetch(url, { redirect: 'error' }))
    expect(problem.code).toBe('outbound.redirect-refused')
  })
})

describe('what an exchange may take', () => {
  const limit = 256 * 1024

  it('stops an answer that never begins, and one that drips', async () => {
    const silent = await servers.raw(() => undefined)
    const dripping = await servers.raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    const limits = { timeMs: 200 }
    const fetch = servers.guard(`public.example:${silent},public.example:${dripping}`, { limits })
    const first = await problemOf(fetch(`http://public.example:${silent}/`))
    expect(first).toMatchObject({ code: 'outbound.timeout', kind: 'unavailable' })
    const response = await fetch(`http://public.example:${dripping}/`)
    expect((await problemOf(response.text())).code).toBe('outbound.timeout')
  })

  it('stops a resolver that never answers', async () => {
    const fetch = servers.guard('', {
      limits: { timeMs: 100 },
      resolve: () => new Promise(() => undefined),
    })
    expect((await problemOf(fetch('http://public.example/'))).code).toBe('outbound.timeout')
  })

  it('stops redirects that go on slowly for ever', async () => {
    const port = await servers.http((_, response) => {
      const wait = setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40)
      response.on('close', () => clearTimeout(wait))
    })
    const limits = { timeMs: 150, redirects: 1000 }
    const fetch = servers.guard(`public.example:${port}`, { limits })
    const problem = await problemOf(fetch(`http://public.example:${port}/`))
    expect(problem.code).toBe('outbound.timeout')
  })

  it.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes), 'gzip'],
    ['brotli', (bytes: Buffer) => brotliCompressSync(bytes), 'br'],
    ['gzip in gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes)), 'gzip, gzip'],
  ])('does not unfold a bomb of %s', async (_name, pack, encoding) => {
    const bomb = pack(Buffer.alloc(64 * 1024 * 1024))
    expect(bomb.byteLength).toBeLessThan(limit)
    const port = await servers.http((_, response) => {
      response.setHeader('content-encoding', encoding)
      response.end(bomb)
    })
    const limits = { bytes: limit }
    const fetch = servers.guard(`public.example:${port}`, { limits })
    const response = await fetch(`http://public.example:${port}/`)
    let received = 0
    const problem = await problemOf(
      (async () => {
        for await (const chunk of response.body!) received += chunk.byteLength
      })(),
    )
    expect(problem).toMatchObject({ code: 'outbound.too-large', kind: 'too-large' })
    expect(received).toBeLessThanOrEqual(limit)
  })

  it('refuses more than five layers of compression', async () => {
    const port = await servers.http((_, response) => {
      response.setHeader('content-encoding', Array(50).fill('gzip').join(','))
      response.end(gzipSync('x'))
    })
    const fetch = servers.guard(`public.example:${port}`)
    const problem = await problemOf(fetch(`http://public.example:${port}/`))
    expect(problem.code).toBe('outbound.unreachable')
  })

  it('takes exactly as many bytes as allowed and not one more', async () => {
    const port = await servers.http((request, response) => {
      response.write('x'.repeat(1000))
      response.end(request.url === '/more' ? 'x' : '')
    })
    const limits = { bytes: 1000 }
    const fetch = servers.guard(`public.example:${port}`, { limits })
    expect(await (await fetch(`http://public.example:${port}/`)).text()).toHaveLength(1000)
    const more = await fetch(`http://public.example:${port}/more`)
    expect((await problemOf(more.text())).code).toBe('outbound.too-large')
  })

  it('stops headers that do not end', async () => {
    const port = await servers.raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`x-more: ${'y'.repeat(1000)}\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    const fetch = servers.guard(`public.example:${port}`)
    const problem = await problemOf(fetch(`http://public.example:${port}/`))
    expect(problem.code).toBe('outbound.too-large')
  })

  it.each([
    ['a length that is never reached', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'],
    ['a length below nothing', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nxx'],
    ['something that is not HTTP', '220 mail.example ESMTP\r\n'],
    ['a status outside HTTP', 'HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nok'],
    ['an answer that breaks off in its headers', 'HTTP/1.1 200 OK\r\ncontent-ty'],
    ['broken compression', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nnot gzip'],
  ])('tells %s as trouble at the other end', async (_name, answer) => {
    const port = await servers.raw((socket) => void socket.end(answer))
    const fetch = servers.guard(`public.example:${port}`)
    const url = `http://public.example:${port}/?token=hunter2`
    const problem = await problemOf(fetch(url).then((response) => response.text()))
    expect(problem).toMatchObject({ code: 'outbound.unreachable', kind: 'unavailable' })
    expect(JSON.stringify(problem)).not.toMatch(/127\.0\.0\.1|hunter2/)
  })

  it('lets go of the other end of an answer it cannot use', async () => {
    let gone = () => {}
    const closed = new Promise<void>((resolve) => {
      gone = resolve
    })
    const port = await servers.raw((socket) => {
      socket.on('close', () => gone())
      socket.write('HTTP/1.1 999 Odd\r\n\r\nx')
    })
    const limits = { timeMs: Number.POSITIVE_INFINITY, idleMs: Number.POSITIVE_INFINITY }
    const fetch = servers.guard(`public.example:${port}`, { limits })
    const problem = await problemOf(fetch(`http://public.example:${port}/`))
    expect(problem.code).toBe('outbound.unreachable')
    await closed
  })

  it('does not begin to read what says it is too large', async () => {
    const port = await servers.raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nx')
    })
    const fetch = servers.guard(`public.example:${port}`)
    const problem = await problemOf(fetch(`http://public.example:${port}/`))
    expect(problem.code).toBe('outbound.too-large')
  })

  it('tells a refused connection and an unknown name apart from a refusal of its own', async () => {
    const port = await servers.http(() => undefined)
    await servers.close()
    const fetch = servers.guard(`public.example:${port}`)
    const refused = await problemOf(fetch(`http://public.example:${port}/`))
    expect(refused).toMatchObject({
      code: 'outbound.unreachable',
      details: { reason: 'ECONNREFUSED' },
    })
    const unknown = servers.guard('', {
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
      },
    })
    const problem = await problemOf(unknown('http://public.example/'))
    expect(problem.code).toBe('outbound.name-not-found')
  })
})

describe('as the fetch of somebody else', () => {
  it('streams without end when it has no limits, and takes a Request', async () => {
    let finish = () => {}
    const port = await servers.http((request, response) => {
      touched.push(`${request.method} ${request.headers['x-session']}`)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
      finish = () => response.end('data: 2\n\n')
    })
    const none = Number.POSITIVE_INFINITY
    const fetch = servers.guard(`mcp.example:${port}`, {
      limits: { timeMs: none, idleMs: none, bytes: none },
    })
    const request = new Request(`http://mcp.example:${port}/`, {
      method: 'POST',
      headers: { 'x-session': 'one' },
      body: '{}',
    })
    const response = await fetch(request)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader.read()).toEqual({ done: false, value: 'data: 1\n\n' })
    finish()
    expect(await reader.read()).toEqual({ done: false, value: 'data: 2\n\n' })
    expect((await reader.read()).done).toBe(true)
    expect(touched).toEqual(['POST one'])
  })

  it('gives the caller’s own abort back as it was', async () => {
    const port = await servers.raw(() => undefined)
    const fetch = servers.guard(`public.example:${port}`)
    const controller = new AbortController()
    const reason = new Error('enough')
    const asked = fetch(`http://public.example:${port}/`, { signal: controller.signal })
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
    await expect(fetch('http://public.example/', { signal: controller.signal })).rejects.toBe(
      reason,
    )
  })

  it('gives an answer without a body, and a failure status, as they are', async () => {
    const port = await servers.http((request, response) => {
      response.writeHead(request.url === '/none' ? 204 : 404).end()
    })
    const fetch = servers.guard(`public.example:${port}`)
    expect((await fetch(`http://public.example:${port}/none`)).status).toBe(204)
    expect((await fetch(`http://public.example:${port}/`)).status).toBe(404)
  })

  it('lets nobody choose the host a request names', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port}`)
    const headers = { host: 'internal.example', 'proxy-authorization': 'x' }
    await (await fetch(`http://public.example:${port}/x`, { headers })).text()
    expect(touched).toEqual([`GET public.example:${port}/x`])
  })
})

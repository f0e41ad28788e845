import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
  redirectingServer,
} from '../../testing/outbound-servers.ts'

let servers: OutboundServers
let touched: string[]

beforeEach(() => {
  servers = createOutboundServers()
  touched = []
})
afterEach(() => servers.close())

const redirecting = () => redirectingServer(servers, touched)

describe('the guarded fetch', () => {
  it('reaches a host with an allowed address, by name', async () => {
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
  ])('does not connect to %s, directly or by redirect', async (target) => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port},public.example:${port}`)
    const wanted = `${target}:${port}/secret`
    // The port is allowed for some host, so only the address can be refused.
    const direct = await problemOf(fetch(wanted))
    expect(direct).toMatchObject({ code: 'outbound.address-refused', kind: 'forbidden' })
    expect(touched).toEqual([])
    const redirected = await problemOf(fetch(`http://public.example:${port}/to?${wanted}`))
    expect(redirected.code).toBe('outbound.address-refused')
    expect(touched).toHaveLength(1)
  })

  it('checks the address of each connection, so DNS rebinding has no effect', async () => {
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

  it('connects only to the allowed addresses of a name', async () => {
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

  it('refuses a resolver’s invalid address', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`other.example:${port}`, {
      resolve: async () => [{ address: 'localhost', family: 4 }],
    })
    const problem = await problemOf(fetch(`http://name.example:${port}/`))
    expect(problem.code).toBe('outbound.address-refused')
    expect(touched).toEqual([])
  })

  it('refuses a public address of this machine itself', async () => {
    const fetch = servers.guard('', {
      resolve: async () => [{ address: '93.184.215.14', family: 4 }],
      ownAddresses: () => ['93.184.215.14'],
    })
    expect(await problemOf(fetch('http://me.example/'))).toMatchObject({
      code: 'outbound.address-refused',
      details: { range: 'this-machine' },
    })
  })

  it('reveals neither the resolved address nor other parts of the URL', async () => {
    const fetch = servers.guard('', { resolve: async () => [{ address: '10.9.8.7', family: 4 }] })
    const problem = await problemOf(fetch('https://intra.example/path?token=hunter2#hunter3'))
    expect(problem.code).toBe('outbound.address-refused')
    expect(JSON.stringify(problem)).not.toMatch(/10\.9\.8\.7|hunter|path/)
  })

  it('never connects to a literal address that the rules refuse', async () => {
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

describe('URLs of the guarded fetch', () => {
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

  it('uses an allowed port for its host only', async () => {
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

describe('the guarded fetch as a plain fetch', () => {
  it('streams endlessly without limits, and accepts a Request', async () => {
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

  it('rethrows the caller’s own abort', async () => {
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

  it('returns an empty response, and a failure status, unchanged', async () => {
    const port = await servers.http((request, response) => {
      response.writeHead(request.url === '/none' ? 204 : 404).end()
    })
    const fetch = servers.guard(`public.example:${port}`)
    expect((await fetch(`http://public.example:${port}/none`)).status).toBe(204)
    expect((await fetch(`http://public.example:${port}/`)).status).toBe(404)
  })

  it('does not let callers choose the Host header', async () => {
    const port = await redirecting()
    const fetch = servers.guard(`public.example:${port}`)
    const headers = { host: 'internal.example', 'proxy-authorization': 'x' }
    await (await fetch(`http://public.example:${port}/x`, { headers })).text()
    expect(touched).toEqual([`GET public.example:${port}/x`])
  })
})

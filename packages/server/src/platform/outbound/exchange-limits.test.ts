import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
} from '../../testing/outbound-servers.ts'

let servers: OutboundServers

// As in the server: from then on Response is not Node's own.
beforeAll(() => void createAdaptorServer({ fetch: () => new Response() }))

beforeEach(() => {
  servers = createOutboundServers()
})
afterEach(() => servers.close())

describe('limits of an exchange', () => {
  const limit = 256 * 1024

  it('stops a response that never begins, and one that drips', async () => {
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

  it('stops slow endless redirects', async () => {
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
  ])('does not unfold a decompression bomb of %s', async (_name, pack, encoding) => {
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

  it('accepts exactly the allowed bytes and not one more', async () => {
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

  it('stops endless headers', async () => {
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
  ])('reports %s as a failure of the remote end', async (_name, answer) => {
    const port = await servers.raw((socket) => void socket.end(answer))
    const fetch = servers.guard(`public.example:${port}`)
    const url = `http://public.example:${port}/?token=hunter2`
    const problem = await problemOf(fetch(url).then((response) => response.text()))
    expect(problem).toMatchObject({ code: 'outbound.unreachable', kind: 'unavailable' })
    expect(JSON.stringify(problem)).not.toMatch(/127\.0\.0\.1|hunter2/)
  })

  it('cancels a response it cannot use', async () => {
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

  it('does not read a response that declares to be too large', async () => {
    const port = await servers.raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nx')
    })
    const fetch = servers.guard(`public.example:${port}`)
    const problem = await problemOf(fetch(`http://public.example:${port}/`))
    expect(problem.code).toBe('outbound.too-large')
  })

  it('distinguishes a refused connection and an unknown name from its own refusal', async () => {
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
    const noRoute = servers.guard('', {
      resolve: async () => {
        throw Object.assign(new Error('connect'), { code: 'ENETUNREACH' })
      },
    })
    expect((await problemOf(noRoute('http://public.example/'))).code).toBe('outbound.no-route')
  })
})

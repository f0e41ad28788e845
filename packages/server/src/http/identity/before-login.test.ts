import { EventEmitter } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import type { ProblemBody } from '@repertoire/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { readBody } from '../base/middleware/body-limit.ts'
import { limitConnections } from '../listening/limit-connections.ts'
import { type ListeningServer, listen } from '../listening/listen.ts'

let listening: ListeningServer | undefined
afterEach(async () => {
  await listening?.close(0)
  listening = undefined
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a client that nobody knows yet', () => {
  it('sends at most 4 KiB, and is refused by its length before its body arrives', async () => {
    const server = await createTestServer()
    const body = { api_key: 'x'.repeat(5_000) }
    const answer = await server.call<ProblemBody>('/api/v1/session', { body, key: null })
    expect([answer.status, answer.body.code]).toEqual([413, 'request.too-large'])
    expect(answer.body.message).toContain('4 KiB')
    listening = await listen(server.http, { host: '127.0.0.1', port: 0 })
    const socket = connect(listening.port, '127.0.0.1').setEncoding('utf8')
    const head = [
      'POST /api/v1/session HTTP/1.1',
      `Host: 127.0.0.1:${listening.port}`,
      'Content-Type: application/json',
    ]
    socket.write(`${[...head, 'Content-Length: 2097152'].join('\r\n')}\r\n\r\n{"api_key":"half`)
    const [first] = await Array.fromAsync(take(socket, 1))
    expect(first).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  it('is not waited for when it sends half of its body', async () => {
    const body = new ReadableStream({ start: (half) => half.enqueue(new Uint8Array([123])) })
    const request = new Request('http://x/', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    await expect(readBody(request, 100, 20)).rejects.toMatchObject({
      problem: { code: 'request.too-slow' },
    })
  })
})

describe('a body that is nested 8,000 levels deep', () => {
  it.each([
    ['/api/v1/session', 'POST'],
    ['/api/v1/skills', 'POST'],
    ['/api/v1/settings', 'PUT'],
    ['/api/v1/agents', 'POST'],
    ['/api/v1/imports', 'POST'],
    ['/v1/agents/', 'POST'],
  ])('is refused before it is parsed: %s', async (path, method) => {
    const server = await createTestServer()
    const answer = await server.http.request(path, {
      ...{ method, body: `{"a":${nested(path.endsWith('session') ? 1_500 : 8_000)}}` },
      headers: {
        ...{ authorization: `Bearer ${server.ownerKey}`, 'content-type': 'application/json' },
      },
    })
    expect([answer.status, ((await answer.json()) as ProblemBody).code]).toEqual([
      400,
      'request.too-deep',
    ])
  })
})

describe('connections', () => {
  /** A connection as the server sees it. */
  class FakeSocket extends EventEmitter {
    destroyed = false
    readonly remoteAddress: string
    constructor(remoteAddress: string) {
      super()
      this.remoteAddress = remoteAddress
    }
    destroy() {
      this.destroyed = true
      this.emit('close')
    }
  }

  function open(server: Server, address: string): FakeSocket {
    const socket = new FakeSocket(address)
    server.emit('connection', socket)
    return socket
  }

  it('of one address are limited, those of others and of this machine are not', () => {
    const server = createServer()
    server.removeAllListeners('connection')
    limitConnections(server, { maxConnections: 100, maxConnectionsPerAddress: 2 })
    const [first, second, third] = Array.from({ length: 3 }, () => open(server, '203.0.113.7'))
    expect([first, second, third].map((one) => one?.destroyed)).toEqual([false, false, true])
    expect(open(server, '203.0.113.8').destroyed).toBe(false)
    const local = Array.from({ length: 5 }, () => open(server, '::ffff:127.0.0.1'))
    expect(local.some(({ destroyed }) => destroyed)).toBe(false)
    first?.destroy()
    expect(open(server, '203.0.113.7').destroyed).toBe(false)
    expect(server.maxConnections).toBe(100)
  })
})

async function* take(stream: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let left = count
  for await (const text of stream) {
    yield text
    left -= 1
    if (left === 0) return
  }
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { createLargeBodyQueue } from './base/large-body-queue.ts'
import { type ListeningServer, listen } from './listening/listen.ts'

let listening: ListeningServer | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listening?.close(0)
  listening = undefined
})

/** A request to make a conversation, of which only the head is sent; `length` null for a body in chunks. */
async function begin(
  server: TestServer,
  length: number | null,
  headers: readonly string[] = [],
): Promise<Socket> {
  listening ??= await listen(server.http, { host: '127.0.0.1', port: 0 })
  const socket = connect(listening.port, '127.0.0.1').setEncoding('utf8')
  sockets.push(socket)
  const head = [
    ...['POST /api/v1/conversations HTTP/1.1', `Host: 127.0.0.1:${listening.port}`],
    ...['Content-Type: application/json', `Authorization: Bearer ${server.ownerKey}`],
    ...headers,
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Resolves once the server has seen the head: it answers `Expect` at that moment. */
async function beginSeen(server: TestServer, length: number): Promise<Socket> {
  const socket = await begin(server, length, ['Expect: 100-continue'])
  await once(socket, 'data')
  return socket
}

async function answerOf(socket: Socket): Promise<string> {
  const [text] = await once(socket, 'data')
  return String(text).split('\r\n')[0] ?? ''
}

const mebibyte = 1024 * 1024
const large = JSON.stringify({ title: 'a', x: 'y'.repeat(mebibyte) })

describe('a large body of somebody who is known', () => {
  it('is refused by its length before any of it arrives', async () => {
    const server = await createTestServer()
    expect(await answerOf(await begin(server, 3 * mebibyte))).toBe('HTTP/1.1 413 Payload Too Large')
  })

  it('is refused as soon as it is too long, when it comes in chunks', async () => {
    const server = await createTestServer()
    const socket = await begin(server, null)
    const part = 'x'.repeat(mebibyte)
    for (let sent = 0; sent < 3; sent++) socket.write(`100000\r\n${part}\r\n`)
    expect(await answerOf(socket)).toBe('HTTP/1.1 413 Payload Too Large')
  })

  it('waits for a place while the same person sends others, and small ones do not', async () => {
    const server = await createTestServer()
    const held = await Promise.all(Array.from({ length: 4 }, () => beginSeen(server, large.length)))
    const waiting = await beginSeen(server, large.length)
    waiting.write(large)
    let answers = 0
    waiting.on('data', () => {
      answers += 1
    })
    const small = await begin(server, 13)
    small.write('{"title":"a"}')
    expect(await answerOf(small)).toBe('HTTP/1.1 201 Created')
    expect(answers).toBe(0)
    held[0]?.destroy()
    await once(waiting, 'data')
    // It was read, and its unknown field refused.
    expect(answers).toBe(1)
  })

  it('takes no place of a person in another organisation', async () => {
    const queue = createLargeBodyQueue(2)
    const { signal } = new AbortController()
    const mine = await queue.enter('org/ann', signal)
    let isSecondIn = false
    const second = queue.enter('org/ann', signal).then((leave) => {
      isSecondIn = true
      return leave
    })
    const other = await queue.enter('two/bob', signal)
    expect([typeof mine, typeof other, isSecondIn]).toEqual(['function', 'function', false])
    mine?.()
    expect(typeof (await second)).toBe('function')
  })

  it('gives its turn up when its client leaves', async () => {
    const queue = createLargeBodyQueue(1)
    const abort = new AbortController()
    const leave = await queue.enter('org/ann', abort.signal)
    const left = queue.enter('org/ann', abort.signal)
    abort.abort()
    expect(await left).toBeUndefined()
    leave?.()
    expect(typeof (await queue.enter('two/bob', new AbortController().signal))).toBe('function')
  })
})

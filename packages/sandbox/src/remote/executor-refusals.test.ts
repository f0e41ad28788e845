import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fileOf } from '../contract/run-script.ts'
import {
  bodyOf,
  closeTestExecutors,
  headers,
  inlineMessageOf,
  job,
  openedExecutors,
  openTestExecutor,
  post,
  token,
} from '../testing/executor-fixture.ts'
import { FakeSandbox } from '../testing/fake-sandbox.ts'
import { createExecutorServer } from './executor-server.ts'
import { openRemoteSandbox } from './remote-sandbox.ts'

afterEach(closeTestExecutors)

describe('the executor rejects a client that', () => {
  const wrong: Record<string, Record<string, string>> = {
    'brings no token': { 'content-type': 'application/json' },
    'brings another token': { ...headers, authorization: 'Bearer another-token-altogether' },
    'brings half of the token': { ...headers, authorization: `Bearer ${token.slice(0, -1)}` },
    'brings it by another scheme': { ...headers, authorization: `Basic ${token}` },
    'brings nothing after the scheme': { ...headers, authorization: 'Bearer ' },
  }
  it.each(Object.entries(wrong))('%s', async (_, withHeaders) => {
    const { url, sandbox } = await openTestExecutor()
    for (const path of ['sandbox/execute', 'sandbox/health', 'metrics']) {
      const method = path === 'sandbox/execute' ? 'POST' : 'GET'
      const body = method === 'POST' ? Buffer.from(bodyOf(job)) : null
      const answer = await fetch(`${url}/${path}`, { method, body, headers: withHeaders })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'executor.unauthorized' })
    }
    expect(sandbox.seen).toEqual([])
  })

  it('is a web page on this machine and sends no token', async () => {
    const sandbox = new FakeSandbox()
    const server = createExecutorServer({ sandbox })
    openedExecutors.push(server)
    const port = await server.listen(0, '127.0.0.1')
    const rebound = await raw(port, 'POST /sandbox/execute', { Host: 'evil.example' }, bodyOf(job))
    expect(rebound).toMatch(/^HTTP\/1\.1 401 /)
    // A request a web page may send cross-origin without a preflight.
    const simple = { Host: `127.0.0.1:${port}`, 'Content-Type': 'text/plain' }
    expect(await raw(port, 'POST /sandbox/execute', simple, bodyOf(job))).toMatch(/ 400 /)
    const form = new FormData()
    form.set('request', bodyOf(job).toString())
    const sent = new Response(form)
    const page = {
      ...{ Host: `127.0.0.1:${port}`, Origin: 'http://evil.example' },
      'Content-Type': sent.headers.get('content-type') ?? '',
    }
    const body = new Uint8Array(await sent.arrayBuffer())
    expect(await raw(port, 'POST /sandbox/execute', page, body)).toMatch(/ 400 /)
    expect(sandbox.seen).toEqual([])
    const remote = openRemoteSandbox({ url: `http://localhost:${port}` })
    expect(await remote.execute(job)).toMatchObject({ status: 'ok' })
  })

  it('could be anyone: without a token it listens on loopback only', async () => {
    const server = createExecutorServer({ sandbox: new FakeSandbox() })
    await expect(server.listen(0, '0.0.0.0')).rejects.toThrow('needs a token')
    await server.close(0)
    expect(() => createExecutorServer({ sandbox: new FakeSandbox(), token: 'short' })).toThrow(
      'The token must be',
    )
  })
})

describe('the executor rejects, and does not run,', () => {
  const good = bodyOf(job)
  const message = inlineMessageOf(job)
  const [script] = message.files
  const changed = (change: object) => Buffer.from(JSON.stringify({ ...message, ...change }))
  const bodies: Record<string, Uint8Array> = {
    'an empty body': Buffer.alloc(0),
    'half a request': Buffer.from('{"runtime":"shell"}'),
    'a body without its end': good.subarray(0, -5),
    'a body that goes on': Buffer.concat([good, Buffer.from('x')]),
    'what is no JSON': Buffer.from('{'),
    'an unknown setting': changed({ privileged: true }),
    'an unknown field of a file': changed({ files: [{ ...script, mode: 0o777 }] }),
    'a file without its bytes': changed({ files: [{ path: script?.path }] }),
    'a file with its bytes twice': changed({ files: [{ ...script, base64: '' }] }),
    'what is no base64': changed({ stdin: { base64: '%%%' } }),
    'a part that was not sent': changed({ stdin: { part: 'nowhere' } }),
    'a limit of nothing': changed({ limits: { wall_ms: 0 } }),
    'an unknown limit': changed({ limits: { root: 1 } }),
  }
  it.each(Object.entries(bodies))('%s', async (_, body) => {
    const { url, sandbox } = await openTestExecutor()
    const answer = await post(url, Buffer.from(body))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'sandbox.bad-request' })
    expect(sandbox.seen).toEqual([])
  })

  it('another media type, and another path', async () => {
    const { url, sandbox } = await openTestExecutor()
    const other = await post(url, Buffer.from(good), { 'content-type': 'application/xml' })
    expect(other.status).toBe(400)
    expect((await fetch(`${url}/etc/passwd`, { headers })).status).toBe(404)
    expect(sandbox.seen).toEqual([])
  })

  it('more bytes than one execution may have, declared or not', async () => {
    const { url, sandbox } = await openTestExecutor(undefined, { maxRequestBytes: 1_000 })
    const large = { ...job, workspace: [fileOf('big', Buffer.alloc(20_000_000))] }
    const remote = openRemoteSandbox({ url, token })
    await expect(remote.execute(large)).rejects.toMatchObject({
      name: 'SandboxRejection',
      code: 'sandbox.bad-request',
      message: expect.stringContaining('send fewer'),
    })
    const little = { ...job, workspace: [fileOf('big', Buffer.alloc(1_001))] }
    expect((await post(url, Buffer.from(bodyOf(little)))).status).toBe(413)
    expect(await chunked(url, bodyOf(large))).toBe(413)
    expect(sandbox.seen).toEqual([])
  })

  it('layers of folders that are not allowed', async () => {
    const { url, sandbox } = await openTestExecutor()
    const layers = [{ hostPath: '/etc', at: '/layers/etc' }]
    const remote = openRemoteSandbox({ url, token })
    await expect(remote.execute({ ...job, layers })).rejects.toMatchObject({
      code: 'sandbox.bad-request',
      message: expect.stringContaining('does not mount "/etc"'),
    })
    expect(sandbox.seen).toEqual([])
  })

  it('a request that arrives too slowly', async () => {
    const { url, sandbox, lines } = await openTestExecutor(undefined, { transferTimeoutMs: 200 })
    const { port } = new URL(url)
    const slow = { ...headers, Host: 'x', 'Content-Length': '1000' }
    expect(await raw(Number(port), 'POST /sandbox/execute', slow, Buffer.from('x'))).toMatch(
      / 408 /,
    )
    expect(sandbox.seen).toEqual([])
    expect(lines).toMatchObject([{ outcome: 'cut-off' }])
  })
})

/** The response to raw bytes that no client library would send. */
function raw(
  port: number,
  line: string,
  withHeaders: Readonly<Record<string, string>>,
  body: Uint8Array,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = {
      'Content-Type': 'application/json',
      'Content-Length': `${body.length}`,
      ...withHeaders,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${line} HTTP/1.1\r\nConnection: close\r\n${lines.join('')}\r\n`)
      socket.write(body)
    })
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

function chunked(url: string, body: Uint8Array): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/sandbox/execute`, { method: 'POST', headers })
    request.on('response', (response: IncomingMessage) => {
      resolve(response.statusCode)
      request.destroy()
    })
    request.on('error', reject)
    for (let at = 0; at < body.length; at += 65_536) request.write(body.subarray(at, at + 65_536))
    request.end()
  })
}

import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fileOf } from '../contract/run-script.ts'
import { type ExecutionRequest, SandboxRejection } from '../execution/execution.ts'
import {
  bodyOf,
  closeTestExecutors,
  headers,
  job,
  openTestExecutor,
  post,
  token,
} from '../testing/executor-fixture.ts'
import { emptyResult, type FakeExecution } from '../testing/fake-sandbox.ts'
import { openRemoteSandbox } from './remote-sandbox.ts'

afterEach(closeTestExecutors)

describe('the executor keeps nothing for a client that', () => {
  const held = async (url: string): Promise<string | undefined> =>
    /held_bytes (\d+)\n/.exec(await (await fetch(`${url}/metrics`, { headers })).text())?.[1]

  it('disconnects in the middle of its request', async () => {
    const { url, lines, sandbox } = await openTestExecutor()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const all = { ...headers, Host: 'x', 'Content-Length': '50000000' }
    const headerLines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /sandbox/execute HTTP/1.1\r\n${headerLines.join('')}\r\n`)
    socket.write(Buffer.alloc(1_000, 2))
    await expect.poll(() => held(url)).toBe('50000000')
    socket.destroy()
    await expect.poll(() => held(url)).toBe('0')
    await expect.poll(() => lines).toMatchObject([{ outcome: 'cut-off' }])
    expect(sandbox.seen).toEqual([])
  })

  it('disconnects while it waits for its response', async () => {
    let ended = (): void => undefined
    const cancelled = new Promise<void>((resolve) => {
      ended = resolve
    })
    const { url } = await openTestExecutor(async (_, { onOutput, signal }) => {
      onOutput?.('stdout', Buffer.from('up'))
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      ended()
      return { ...emptyResult, status: 'cancelled' }
    })
    const abort = new AbortController()
    const listener = { signal: abort.signal, onOutput: () => abort.abort() }
    await openRemoteSandbox({ url, token }).execute(job, listener)
    await cancelled
    await expect.poll(() => held(url)).toBe('0')
  })

  it('does not read its response', async () => {
    const bytes = Buffer.alloc(30_000_000)
    const outputs = [{ path: 'large', bytes, executable: false }]
    const { url, lines } = await openTestExecutor(async () => ({ ...emptyResult, outputs }), {
      transferTimeoutMs: 300,
    })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const body = bodyOf(job)
    const all = { ...headers, Host: 'x', 'Content-Length': `${body.length}` }
    const headerLines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /sandbox/execute HTTP/1.1\r\n${headerLines.join('')}\r\n`)
    socket.write(body)
    socket.pause()
    socket.on('error', () => undefined)
    // The log line is written when the response is abandoned.
    await expect.poll(() => lines, { timeout: 60_000 }).toMatchObject([{ outcome: 'ok' }])
    socket.resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(socket.bytesRead).toBeLessThan(bytes.length)
  })
})

describe('the executor forwards', () => {
  const refusals = [
    ['sandbox.bad-request', 400],
    ['sandbox.runtime-missing', 409],
    ['sandbox.queue-full', 429],
    ['sandbox.unavailable', 503],
    ['sandbox.stopping', 503],
  ] as const
  it.each(refusals)('%s as %d, and back again', async (code, status) => {
    const { url } = await openTestExecutor(async () => {
      throw new SandboxRejection(code, 'Because.', 7)
    })
    const answer = await post(url, Buffer.from(bodyOf(job)))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '7'])
    await expect(openRemoteSandbox({ url, token }).execute(job)).rejects.toMatchObject({
      ...{ name: 'SandboxRejection', code, message: 'Because.', retryAfterSeconds: 7 },
    })
  })

  it('a rejection after the start of the response', async () => {
    let go = (): void => undefined
    const wait = new Promise<void>((resolve) => {
      go = resolve
    })
    const script: FakeExecution = async () => {
      await wait
      throw new SandboxRejection('sandbox.stopping', 'Not any more.')
    }
    const { url } = await openTestExecutor(script, { keepAliveMs: 5 })
    const waiting = openRemoteSandbox({ url, token }).execute(job)
    const refused = expect(waiting).rejects.toMatchObject({
      ...{ name: 'SandboxRejection', code: 'sandbox.stopping', message: 'Not any more.' },
    })
    const answer = await post(url, Buffer.from(bodyOf(job)))
    expect(answer.status).toBe(200)
    go()
    expect(await answer.text()).toContain('"code":"sandbox.stopping"')
    await refused
  })

  it('a whole request and result, byte by byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    const result = {
      ...emptyResult,
      ...{ status: 'failed' as const, exitCode: 3, stdout: bytes, stderr: bytes.toReversed() },
      outputs: [{ path: 'ä/🦊.bin', bytes, executable: true }, fileOf('empty', '')],
      skipped: [{ path: 'bad\n', why: 'a symbolic link' }],
      usage: { wallMs: 1.5, queuedMs: 2, cpuMs: 3, peakMemoryBytes: 4 },
    }
    const { url, sandbox } = await openTestExecutor(async () => result)
    const full: ExecutionRequest = {
      ...{ ...job, args: ['', '-x', 'ä'], stdin: bytes, env: { A: 'b', EMPTY: '' } },
      files: [...job.files, { path: 'b', bytes, executable: true }, fileOf('empty', '')],
      workspace: [fileOf('w/x', bytes)],
      queueKey: 'tenant',
    }
    const received = await openRemoteSandbox({ url, token }).execute(full)
    const plain = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (_, inner) => (inner?.type === 'Buffer' ? inner.data : inner)),
        (_, inner) =>
          typeof inner === 'object' && inner !== null && '0' in inner
            ? Object.values(inner)
            : inner,
      )
    expect(plain(received)).toEqual(plain(result))
    expect(plain(sandbox.seen)).toEqual(plain([full]))
  })

  it('that it is full, with a retry time', async () => {
    let go = (): void => undefined
    const wait = new Promise<void>((resolve) => {
      go = resolve
    })
    const script: FakeExecution = async (_, { onOutput }) => {
      onOutput?.('stdout', Buffer.from('in'))
      await wait
      return { ...emptyResult, stdout: Buffer.from('in') }
    }
    const { url } = await openTestExecutor(script, {
      maxRequestBytes: 10_000,
      maxPendingBytes: 11_000,
    })
    const half = { ...job, workspace: [fileOf('half', Buffer.alloc(7_000))] }
    const remote = openRemoteSandbox({ url, token })
    let first: Promise<unknown> = Promise.resolve()
    await new Promise<void>((resolve) => {
      first = remote.execute(half, { onOutput: () => resolve() })
    })
    const second = await post(url, Buffer.from(bodyOf(half)))
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1'])
    go()
    expect(await first).toMatchObject({ status: 'ok' })
    expect(await remote.execute(half)).toMatchObject({ status: 'ok' })
  })

  it('its health, and reports when it is unreachable', async () => {
    const { url, server } = await openTestExecutor()
    const remote = openRemoteSandbox({ url, token })
    expect(await remote.health()).toMatchObject({
      ...{ backend: 'remote (scripted)', available: true, queued: 3, warm: 2 },
    })
    const unauthorized = openRemoteSandbox({ url, token: 'another-token-altogether' })
    expect(await unauthorized.health()).toMatchObject({
      ...{ available: false, reason: expect.stringContaining('SANDBOX_EXECUTOR_TOKEN') },
    })
    await expect(unauthorized.execute(job)).rejects.toMatchObject({ code: 'sandbox.unavailable' })
    await server.close(0)
    expect(await remote.health()).toMatchObject({
      ...{ available: false, reason: expect.stringContaining('cannot be reached') },
    })
    await expect(remote.execute(job)).rejects.toMatchObject({ code: 'sandbox.unavailable' })
  })
})

describe('the executor reports', () => {
  it('whether it is ready, to everyone, and checks at most once a second', async () => {
    const ready = await openTestExecutor()
    for (const path of ['healthz', 'readyz', 'readyz', 'readyz'])
      expect((await fetch(`${ready.url}/${path}`)).status).toBe(200)
    expect(ready.sandbox.asked).toBeLessThan(3)
    const unready = await openTestExecutor()
    unready.sandbox.available = false
    expect((await fetch(`${unready.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${unready.url}/healthz`)).status).toBe(200)
  })

  it('nothing on an internal error: the connection ends, and the executor goes on', async () => {
    const { url, lines } = await openTestExecutor(async ({ args }) => {
      if (args[0] === 'break') throw new TypeError('secret detail')
      return emptyResult
    })
    const remote = openRemoteSandbox({ url, token })
    await expect(remote.execute({ ...job, args: ['break'] })).rejects.toMatchObject({
      name: 'ExecutionLost',
    })
    expect(await remote.execute(job)).toMatchObject({ status: 'ok' })
    expect(lines[0]).toMatchObject({ outcome: 'broken: TypeError' })
    expect(JSON.stringify(lines)).not.toContain('secret detail')
  })

  it('executions and rejections in metrics', async () => {
    const { url } = await openTestExecutor(async ({ args }) => {
      if (args[0] === 'no') throw new SandboxRejection('sandbox.queue-full', 'Full.', 1)
      return { ...emptyResult, status: args[0] === 'bad' ? 'failed' : 'ok' }
    })
    const remote = openRemoteSandbox({ url, token })
    for (const args of [[], [], ['bad']]) await remote.execute({ ...job, args })
    await expect(remote.execute({ ...job, args: ['no'] })).rejects.toThrow('Full.')
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
    expect(metrics).toContain('repertoire_sandbox_executions_total{status="ok"} 2\n')
    expect(metrics).toContain('repertoire_sandbox_executions_total{status="failed"} 1\n')
    expect(metrics).toContain('repertoire_sandbox_refusals_total{code="sandbox.queue-full"} 1\n')
    expect(metrics).toContain('repertoire_sandbox_queued 3\n')
    expect(metrics).toContain('repertoire_sandbox_warm 2\n')
    expect(metrics).toContain('repertoire_sandbox_held_bytes 0\n')
    expect(metrics).toContain('repertoire_sandbox_execution_seconds_bucket{le="0.01"} 0\n')
    expect(metrics).toContain('repertoire_sandbox_execution_seconds_bucket{le="0.025"} 3\n')
    expect(metrics).toContain('repertoire_sandbox_execution_seconds_bucket{le="+Inf"} 3\n')
    for (const line of metrics.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"\})? \d+(\.\d+)?)$/)
  })

  it('the id and outcome of each request in its log, and none of its content', async () => {
    const { url, lines } = await openTestExecutor()
    const secret = { ...job, args: ['s3cret'], env: { KEY: 's3cret' }, queueKey: 's3cret' }
    const answer = await post(url, Buffer.from(bodyOf(secret)), { 'x-request-id': 'run_17' })
    await answer.arrayBuffer()
    expect(answer.headers.get('x-request-id')).toBe('run_17')
    const odd = await post(url, Buffer.from(bodyOf(secret)), { 'x-request-id': 'a b"c' })
    await odd.arrayBuffer()
    await expect.poll(() => lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({ request_id: 'run_17', outcome: 'ok' })
    expect(lines[1]?.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(lines)).not.toContain('s3cret')
  })
})

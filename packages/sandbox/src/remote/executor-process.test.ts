import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { noBubblewrap } from '../bubblewrap/no-bubblewrap.ts'
import { fileOf, requestOf, runScript } from '../contract/run-script.ts'
import { ExecutionLost } from '../execution/execution.ts'
import { type ExecutorProcess, startExecutor } from '../testing/executor-process.ts'
import { openRemoteSandbox } from './remote-sandbox.ts'

const token = 'a-token-of-these-tests'

let started: ChildProcess[] = []
let proxies: Server[] = []
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  for (const proxy of proxies) proxy.close()
  started = []
  proxies = []
})

async function start(...args: string[]): Promise<ExecutorProcess> {
  const flags = ['--backend', 'bubblewrap', ...args]
  const executor = await startExecutor(flags, { SANDBOX_EXECUTOR_TOKEN: token })
  started.push(executor.process)
  return executor
}

/** Whether a process with this text in its command line exists, inside a sandbox or not. */
function isRunning(mark: string): boolean {
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}

/** A number of seconds that no other test sleeps. */
function unusualSleep(): string {
  return `${40_000 + Math.floor(Math.random() * 1e9)}`
}

describe.skipIf(noBubblewrap)('an executor process with bubblewrap', () => {
  it('kills the whole tree when its client disconnects', async () => {
    const { url } = await start()
    const sandbox = openRemoteSandbox({ url, token })
    const seconds = unusualSleep()
    const abort = new AbortController()
    const result = await runScript(
      sandbox,
      'shell',
      `setsid sleep ${seconds} & sleep ${seconds} & sleep 0.1; echo up; wait`,
      {
        limits: { wallMs: 60_000 },
        listener: {
          signal: abort.signal,
          onOutput: () => {
            expect(isRunning(seconds)).toBe(true)
            abort.abort()
          },
        },
      },
    )
    expect(result).toMatchObject({ status: 'cancelled', stdout: 'up\n' })
    await expect.poll(() => isRunning(seconds), { timeout: 60_000 }).toBe(false)
    await expect.poll(async () => (await sandbox.health()).running).toBe(0)
  })

  it('lets running executions finish after SIGTERM, and rejects new ones', async () => {
    const executor = await start()
    const sandbox = openRemoteSandbox({ url: executor.url, token })
    let refused: Promise<unknown> = Promise.resolve()
    const result = await runScript(sandbox, 'shell', 'echo up; sleep 1; echo done', {
      listener: {
        onOutput: (_, bytes) => {
          if (!Buffer.from(bytes).includes('up')) return
          executor.process.kill('SIGTERM')
          refused = untilRefused(executor.url)
        },
      },
    })
    expect(result).toMatchObject({ status: 'ok', stdout: 'up\ndone\n' })
    expect(await refused).toMatchObject({ code: expect.stringMatching(/unavailable|stopping/) })
    expect(await executor.ended).toBe(0)
  })

  it('reports an error when it is killed during a script, and nothing runs twice', async () => {
    const executor = await start()
    const sandbox = openRemoteSandbox({ url: executor.url, token })
    const listener = { onOutput: () => void executor.process.kill('SIGKILL') }
    const running = runScript(sandbox, 'shell', 'echo up; sleep 30', { listener })
    await expect(running).rejects.toMatchObject({
      ...{ name: 'ExecutionLost', message: expect.stringContaining('not started again') },
    })
  })

  it('queues executions beyond its concurrency, and rejects those beyond its queue', async () => {
    const { url } = await start('--concurrency', '1', '--queue-limit', '1')
    const sandbox = openRemoteSandbox({ url, token })
    const abort = new AbortController()
    const first = new Promise<void>((resolve) => {
      const listener = { signal: abort.signal, onOutput: () => resolve() }
      void runScript(sandbox, 'shell', 'echo up; sleep 30', { listener })
    })
    await first
    const second = runScript(sandbox, 'shell', 'echo second')
    await expect.poll(async () => (await sandbox.health()).queued).toBe(1)
    await expect(runScript(sandbox, 'shell', 'echo third')).rejects.toMatchObject({
      code: 'sandbox.queue-full',
      retryAfterSeconds: expect.any(Number),
    })
    abort.abort()
    expect(await second).toMatchObject({ status: 'ok', stdout: 'second\n' })
  })

  it('hides its token from scripts', async () => {
    const { url } = await start()
    const script = 'env; cat /proc/*/environ 2>/dev/null; true'
    const { stdout } = await runScript(openRemoteSandbox({ url, token }), 'shell', script)
    expect(stdout).toContain('PATH=')
    expect(stdout).not.toContain(token)
  })
})

describe('a remote sandbox', () => {
  const job = requestOf('shell', 'true', { files: [fileOf('a', Buffer.alloc(3_000_000))] })

  /** A server that handles connections as a test says. */
  async function listening(take: (socket: Socket) => void): Promise<string> {
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined)
      take(socket)
    })
    proxies.push(proxy)
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  it('reports that nothing has run when nobody received the request', async () => {
    const url = await listening((socket) => socket.destroy())
    await expect(openRemoteSandbox({ url }).execute(job)).rejects.toMatchObject({
      name: expect.stringMatching(/SandboxRejection|ExecutionLost/),
    })
    await expect(
      openRemoteSandbox({ url: 'http://127.0.0.1:1' }).execute(job),
    ).rejects.toMatchObject({ name: 'SandboxRejection', code: 'sandbox.unavailable' })
  })

  it('gives up on an executor that receives the request and does not respond', async () => {
    const connections: Socket[] = []
    const url = await listening((socket) => void connections.push(socket.resume()))
    const sandbox = openRemoteSandbox({ url, silenceMs: 200 })
    // An executor that does not stream may be silent as long as the script.
    const short = { ...job, limits: { ...job.limits, wallMs: 1 } }
    await expect(sandbox.execute(short)).rejects.toMatchObject({ name: 'ExecutionLost' })
    expect(connections).toHaveLength(1)
  })

  const answers: Record<string, string> = {
    'is cut off': 'HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n\r\n',
    'is a proxy’s 502': 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 2\r\n\r\nno',
    'is garbage':
      'HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ncontent-length: 9\r\n\r\n<html>!!!',
  }
  it.each(Object.entries(answers))('rejects a result that %s', async (_, answer) => {
    const url = await listening((socket) => {
      let bytes = 0
      socket.on('data', (piece) => {
        bytes += piece.length
        if (bytes > 3_000_000) socket.end(answer)
      })
    })
    await expect(openRemoteSandbox({ url }).execute(job)).rejects.toMatchObject({
      name: 'ExecutionLost',
    })
  })

  it('does not follow redirects with its token', async () => {
    const seen: string[] = []
    const url = await listening((socket) => {
      socket.on('data', (piece) => void seen.push(piece.toString('latin1')))
      socket.end('HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:1/\r\n\r\n')
    })
    const sandbox = openRemoteSandbox({ url, token })
    await expect(sandbox.execute(requestOf('shell', 'true'))).rejects.toMatchObject({
      code: 'sandbox.unavailable',
    })
    expect(seen.join('').match(/^POST /gm)).toHaveLength(1)
  })

  it('rejects a URL that is invalid or contains a password', () => {
    expect(() => openRemoteSandbox({ url: 'http://a:b@executor' })).toThrow(
      'not contain a password',
    )
    expect(() => openRemoteSandbox({ url: 'file:///etc/passwd' })).toThrow('http://')
    expect(() => openRemoteSandbox({ url: 'executor' })).toThrow('http://')
  })
})

async function untilRefused(url: string): Promise<unknown> {
  const other = openRemoteSandbox({ url, token })
  for (;;) {
    try {
      await runScript(other, 'shell', 'true')
    } catch (error) {
      // The kernel may accept a connection that the closing executor never reads.
      if (!(error instanceof ExecutionLost)) return error
    }
  }
}

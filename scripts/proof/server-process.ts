import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from './paths.ts'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Everything printed so far, stdout and stderr. */
  output(): string
  /** Resolves with the exit code; null where a signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

interface ProcessOptions {
  readonly dataDir: string
  readonly env?: Record<string, string>
  /** The root of the sources; this checkout without it. */
  readonly release?: string
}

interface ServerOptions extends ProcessOptions {
  readonly port: number
  readonly key: string
}

/** Starts the real server as a separate process, so that SIGKILL hits only the server. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const env = { ...options.env, REPERTOIRE_BOOTSTRAP_KEY: options.key }
  const { child, ...started } = spawnMain(['--port', String(options.port)], { ...options, env })
  const url = `http://127.0.0.1:${options.port}`
  await waitUntilReady(url, child, started.output)
  return { ...started, url }
}

/** Starts the server's process as a worker. Resolves once it executes turns. */
export async function startWorker(options: ProcessOptions): Promise<Omit<ServerProcess, 'url'>> {
  const { child, ...started } = spawnMain(['--worker'], options)
  const deadline = Date.now() + 120_000
  while (!started.output().includes('executes turns from the task queue')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`the worker did not start:\n${started.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return started
}

function spawnMain(flags: readonly string[], { dataDir, env, release = root }: ProcessOptions) {
  const main = join(release, 'packages/server/src/main.ts')
  const args = ['--conditions=repertoire-source', main, ...flags, '--data', dataDir]
  const child = spawn(process.execPath, args, {
    cwd: release,
    env: { ...process.env, REPERTOIRE_SAMPLES: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return {
    child,
    pid: child.pid as number,
    output: () => printed,
    kill: async (signal: NodeJS.Signals) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  printed: () => string,
): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server exited during start:\n${printed()}`)
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server was not ready within 120 s:\n${printed()}`)
}

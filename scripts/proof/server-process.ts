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
  kill(signal: NodeJS.Signals): Promise<void>
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

/** Starts the real server as a separate process, so that SIGKILL hits only the server. */
export async function startServer(options: {
  dataDir: string
  port: number
  key: string
  env?: Record<string, string>
}): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=repertoire-source',
      join(root, 'packages/server/src/main.ts'),
      ...['--port', String(options.port), '--data', options.dataDir],
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        REPERTOIRE_SAMPLES: 'off',
        ...options.env,
        REPERTOIRE_BOOTSTRAP_KEY: options.key,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const url = `http://127.0.0.1:${options.port}`
  await waitUntilReady(url, child, () => printed)
  return {
    url,
    pid: child.pid as number,
    output: () => printed,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  printed: () => string,
): Promise<void> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server exited during start:\n${printed()}`)
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server was not ready within 30 s:\n${printed()}`)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { everythingServer } from './connector-fixture.ts'

/** The official reference server over streamable HTTP, on a port of this machine. */
export interface HttpMcpServer {
  readonly url: string
  /** Kills the process. */
  kill(): Promise<void>
}

export async function startHttpServer(port?: number): Promise<HttpMcpServer> {
  const at = port ?? (await freePort())
  const child = spawn(process.execPath, [everythingServer, 'streamableHttp'], {
    env: { PATH: process.env.PATH, PORT: String(at) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await listening(child)
  return {
    url: `http://127.0.0.1:${at}/mcp`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function listening(child: ChildProcess): Promise<void> {
  for await (const text of child.stderr ?? []) {
    if (String(text).includes('listening')) return void child.stderr?.resume()
  }
  throw new Error('the server ended before it listened')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

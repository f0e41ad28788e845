import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import type { Sandbox } from '../execution/execution.ts'

/** A sandbox, and secrets outside of it for scripts to find. */
export interface AttackTarget {
  readonly sandbox: Sandbox
  /** Part of the value or name of every secret. */
  readonly marker: string
  /** A world-readable folder with the file `secret`. */
  readonly folder: string
  /** A server on loopback. On Linux a second one listens on the abstract socket named `marker`. */
  readonly port: number
  close(): Promise<void>
}

/** Fails when the attack succeeds. */
export type Attack = (target: AttackTarget, context: TestContext) => Promise<void>

export async function createAttackTarget(open: () => Promise<Sandbox>): Promise<AttackTarget> {
  const marker = randomBytes(8).toString('hex')
  process.env[`HOST_${marker}`] = 'secret'
  const sandbox = await open()
  const folder = await mkdtemp(join(tmpdir(), `host-${marker}-`))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'secret'), `secret ${marker}`, { mode: 0o644 })
  const servers: Server[] = []
  const port = Number(await listen(servers, 0))
  if (process.platform === 'linux') await listen(servers, `\0${marker}`)
  return {
    ...{ sandbox, marker, folder, port },
    async close() {
      for (const server of servers) server.close()
      await rm(folder, { recursive: true, force: true })
      await sandbox.close(0)
    },
  }
}

function listen(servers: Server[], where: number | string): Promise<number | undefined> {
  const server = createServer((socket) => socket.end('reached'))
  servers.push(server)
  return new Promise((resolve) => {
    const onListening = (): void => {
      const address = server.address()
      resolve(typeof address === 'object' ? address?.port : undefined)
    }
    if (typeof where === 'number') server.listen(where, '127.0.0.1', onListening)
    else server.listen(where, onListening)
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createTestDatabase } from './test-database.ts'

export { noPostgres } from './test-database.ts'

/** Of the owner, at each of them. */
export const replicaKey = 'rep_tests_0123456789abcdef0123456789abcdef'

/** Server processes on one new PostgreSQL database, with one folder of files. */
export interface Replicas {
  readonly servers: readonly ServerProcess[]
  /** One more process. */
  add(): Promise<ServerProcess>
  /** Ends what still runs, and deletes the data. */
  destroy(): Promise<void>
}

export interface ReplicaOptions {
  /** Names the database. */
  readonly name: string
  readonly count: number
  readonly env?: Readonly<Record<string, string>>
}

export async function startReplicas({ name, count, env }: ReplicaOptions): Promise<Replicas> {
  const dataDir = await mkdtemp(join(tmpdir(), 'repertoire-replicas-'))
  const database = await createTestDatabase(name)
  const servers: ServerProcess[] = []
  const settings = {
    ...{
      REPERTOIRE_BOOTSTRAP_KEY: replicaKey,
      REPERTOIRE_SECRET_KEY: '0123456789abcdef'.repeat(4),
    },
    ...{ DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...env },
  }
  const add = async () => {
    const server = await startServerProcess(dataDir, settings)
    servers.push(server)
    return server
  }
  for (let started = 0; started < count; started += 1) await add()
  return {
    servers,
    add,
    destroy: async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      await database.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

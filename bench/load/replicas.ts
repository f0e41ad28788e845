import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startPostgres } from '../../scripts/postgres/postgres-server.mjs'
import { type ServerUnderTest, startServerUnderTest } from '../server-under-test.ts'

export const hasPostgres = findPostgres() !== undefined

interface ReplicaSettings {
  readonly count: number
  readonly env?: Readonly<Record<string, string>>
}

export interface Replicas {
  readonly servers: readonly ServerUnderTest[]
  readonly databaseUrl: string
}

/** Servers on one fresh PostgreSQL and one folder of files, with a commit that waits for no disk. */
export async function withReplicas<Value>(
  { count, env }: ReplicaSettings,
  work: (replicas: Replicas) => Promise<Value>,
): Promise<Value> {
  const database = await startPostgres({ synchronousCommit: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-bench-'))
  const servers: ServerUnderTest[] = []
  try {
    const settings = {
      ...env,
      ...{ DATABASE_URL: database.url('postgres') },
      REPERTOIRE_SECRET_KEY: Buffer.alloc(32, 7).toString('hex'),
    }
    for (let n = 0; n < count; n += 1) servers.push(await startServerUnderTest(settings, dataDir))
    return await work({ servers, databaseUrl: database.url('postgres') })
  } finally {
    for (const server of servers) await server.stop()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

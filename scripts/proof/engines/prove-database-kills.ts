import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  findPostgres,
  type PostgresServer,
  startPostgres,
} from '../../postgres/postgres-server.mjs'
import type { EngineProcesses } from './engine-processes.ts'
import { proveKills } from './prove-kills.ts'

const maxAwayMs = 1_500
const recoveryMs = 60_000

interface DatabaseKills {
  readonly engine: 'direct' | 'temporal'
  readonly env: Readonly<Record<string, string>>
  readonly rounds: number
}

/**
 * `kill -9` of the whole database server, and of the process of one connection, after which the server throws
 * every connection out and recovers. While it is away, requests and `/readyz` say so; afterwards turns go on.
 */
export async function proveDatabaseKills({ engine, env, rounds }: DatabaseKills): Promise<void> {
  if (!findPostgres()) {
    const missing = 'PostgreSQL (apt-get install postgresql)'
    assert.notEqual(process.env.REQUIRE_ALL, '1', `REQUIRE_ALL=1 needs ${missing}`)
    process.stdout.write(`skipped: kills of ${missing}\n`)
    return
  }
  const database = await startPostgres({ synchronousCommit: true })
  try {
    await proveKills({
      env: { ...env, WORKFLOW__EXECUTION_ENGINE: engine, DATABASE_URL: database.url('postgres') },
      hasWorker: engine === 'temporal',
      kills: (processes) => ({
        PostgreSQL: () => killServer(database, processes),
        'a connection’s process of PostgreSQL': () => killConnection(database, processes),
      }),
      rounds,
    })
  } finally {
    await database.stop()
  }
}

async function killServer(database: PostgresServer, processes: EngineProcesses): Promise<string> {
  await database.kill()
  const answers = [await answerOf(processes, '/readyz'), await answerOf(processes, '/api/v1/me')]
  for (const answer of answers) {
    assert.deepEqual(answer, { status: 503, code: 'store.unavailable' }, 'it says that it is away')
  }
  const away = randomInt(maxAwayMs)
  await wait(away)
  await database.start()
  await untilReady(processes)
  return `, away for ${away} ms, which requests and /readyz said`
}

async function killConnection(
  database: PostgresServer,
  processes: EngineProcesses,
): Promise<string> {
  const client = new pg.Client({ connectionString: database.url('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  const victim = rows[randomInt(rows.length)]
  assert.ok(victim, 'the servers are connected')
  process.kill(victim.pid, 'SIGKILL')
  await client.end().catch(() => undefined)
  await untilReady(processes)
  return ''
}

/** Until then, it says by code that the database is away. */
async function untilReady(processes: EngineProcesses): Promise<void> {
  const deadline = Date.now() + recoveryMs
  for (;;) {
    const { status, code } = await answerOf(processes, '/readyz')
    if (status === 200) return
    assert.deepEqual({ status, code }, { status: 503, code: 'store.unavailable' })
    assert.ok(Date.now() < deadline, 'the server reaches the database again')
    await wait(50)
  }
}

async function answerOf({ url, key }: EngineProcesses, path: string) {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const { code } = (await answer.json()) as { readonly code?: string }
  return { status: answer.status, code }
}

/**
 * The main job on both engines, against a real Temporal server: the same answers, and of one conversation with a
 * search, an approval that outlives its server and a script the same log. Then `kill -9` of server, worker,
 * Temporal and PostgreSQL at random moments: five of each, or `npm run proof -- engines 30` for thirty of each.
 * `npm run proof -- engines 30 database` only kills PostgreSQL, and `… processes` only the others.
 */
import assert from 'node:assert/strict'
import { startTemporalServer, type TemporalServer } from '../../temporal/dev-server.mjs'
import { findTemporal } from '../../temporal/temporal-program.mjs'
import { databases } from '../library/databases.ts'
import { proveMainJobWith } from '../main-job.ts'
import { proveDatabaseKills } from './prove-database-kills.ts'
import { proveKills } from './prove-kills.ts'
import { proveScriptJob } from './script-job.ts'

export async function proveEngines([rounds = '5', only]: readonly string[]): Promise<void> {
  assert.match(rounds, /^[1-9]\d{0,3}$/, 'the number of rounds')
  assert.ok(only === undefined || only === 'database' || only === 'processes', 'what is killed')
  if (findTemporal() === undefined) {
    const missing = 'Temporal (node scripts/temporal/install.mjs)'
    assert.notEqual(process.env.REQUIRE_ALL, '1', `REQUIRE_ALL=1 needs ${missing}`)
    process.stdout.write(`skipped: ${missing}\n`)
    return
  }
  const temporal = await startTemporalServer()
  try {
    if (only === undefined) await proveSameOnBoth(temporal)
    if (only !== 'database') {
      for (const activity of ['action', 'segment'] as const) {
        process.stdout.write(`With one activity of Temporal for each ${activity}\n`)
        await proveProcessKills(temporal, { activity, rounds: Number(rounds) })
      }
    }
    if (only !== 'processes') {
      for (const engine of ['direct', 'temporal'] as const) {
        process.stdout.write(`On the engine ${engine}, with PostgreSQL\n`)
        const env = temporalWorkersOnly(temporal, 'database-kills')
        await proveDatabaseKills({ engine, env, rounds: Number(rounds) })
      }
    }
  } finally {
    await temporal.stop()
  }
}

/** Two replicas on one database, where every run is Temporal's. */
async function proveOnPostgres(temporal: TemporalServer): Promise<void> {
  for (const database of databases().filter(({ name }) => name === 'PostgreSQL')) {
    process.stdout.write('On the engine temporal, with PostgreSQL\n')
    await proveMainJobWith({
      ...(await database.create()),
      ...{ WORKFLOW__EXECUTION_ENGINE: 'temporal', TEMPORAL_ADDRESS: temporal.address },
      TEMPORAL_TASK_QUEUE: 'postgres',
    })
  }
}

async function proveSameOnBoth(temporal: TemporalServer): Promise<void> {
  const logs = []
  for (const engine of ['direct', 'temporal']) {
    process.stdout.write(`On the engine ${engine}\n`)
    const env = { WORKFLOW__EXECUTION_ENGINE: engine, TEMPORAL_ADDRESS: temporal.address }
    await proveMainJobWith(env)
    logs.push(await proveScriptJob(env))
  }
  assert.deepEqual(logs[1], logs[0], 'both engines write the same log')
  process.stdout.write('the log is the same, event by event\n')
  const workflows = temporal.temporal('workflow', 'list', '--limit', '100', '-o', 'json')
  const { length } = JSON.parse(workflows) as readonly unknown[]
  assert.ok(length >= 4, `${length} runs were workflows`)
  process.stdout.write(`${length} runs were workflows of Temporal\n`)
  await proveOnPostgres(temporal)
}

interface ProcessKills {
  readonly activity: 'action' | 'segment'
  readonly rounds: number
}

function proveProcessKills(
  temporal: TemporalServer,
  { activity, rounds }: ProcessKills,
): Promise<void> {
  return proveKills({
    env: {
      ...{ WORKFLOW__EXECUTION_ENGINE: 'temporal', TEMPORAL_ACTIVITY: activity },
      ...temporalWorkersOnly(temporal, `kills-${activity}`),
    },
    hasWorker: true,
    kills: ({ restartServer, restartWorker }) => ({
      'the server': async () => {
        await restartServer()
        return ''
      },
      'the worker': async () => {
        await restartWorker()
        return ''
      },
      Temporal: async () => {
        await temporal.kill()
        await temporal.start()
        return ''
      },
    }),
    rounds,
  })
}

/** The server executes nothing itself. */
function temporalWorkersOnly({ address }: TemporalServer, queue: string) {
  return { TEMPORAL_ADDRESS: address, TEMPORAL_TASK_QUEUE: queue, TEMPORAL_WORKER: 'off' }
}

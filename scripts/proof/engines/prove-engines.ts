/**
 * The main job on both engines, against a real Temporal server: the same answers, and of one conversation with a
 * search, an approval that outlives its server and a script the same log. Then `kill -9` of server, worker and
 * Temporal at random moments: `npm run proof -- engines 30` for thirty rounds.
 */
import assert from 'node:assert/strict'
import { startTemporalServer, type TemporalServer } from '../../temporal/dev-server.mjs'
import { findTemporal } from '../../temporal/temporal-program.mjs'
import { databases } from '../library/databases.ts'
import { proveMainJobWith } from '../main-job.ts'
import { proveKills } from './prove-kills.ts'
import { proveScriptJob } from './script-job.ts'

export async function proveEngines([rounds = '5']: readonly string[]): Promise<void> {
  assert.match(rounds, /^[1-9]\d{0,3}$/, 'the number of rounds')
  if (findTemporal() === undefined) {
    const missing = 'Temporal (node scripts/temporal/install.mjs)'
    assert.notEqual(process.env.REQUIRE_ALL, '1', `REQUIRE_ALL=1 needs ${missing}`)
    process.stdout.write(`skipped: ${missing}\n`)
    return
  }
  const temporal = await startTemporalServer()
  try {
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
    await proveKills(temporal, Number(rounds))
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

import { startTemporalServer } from '../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../scripts/temporal/temporal-program.mjs'
import { syntheticSkill } from '../corpus.ts'
import { type ServerUnderTest, startServerUnderTest } from '../server-under-test.ts'
import { quantile, type Table } from '../table.ts'
import { hasPostgres, withReplicas } from './replicas.ts'
import { request, send, takeTurn, timesOf } from './requests.ts'
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts'
import type { LoadSizes } from './sizes.ts'

type Row = (string | number)[]

/** Turns of both engines, and of a loop that has nothing of ours around the same model. */
export async function benchRuns(sizes: LoadSizes): Promise<readonly Table[]> {
  const model = await startScriptedModel(sizes.steps)
  const rows: Row[] = []
  try {
    rows.push(await measure('bare loop', sizes, () => model.bareTurn()))
    rows.push(await onSqlite(sizes, model))
    rows.push(await withSkillsListed(sizes, model))
    if (hasPostgres) rows.push(...(await onPostgres(sizes, model)))
    else rows.push(['skipped: PostgreSQL (apt-get install postgresql)'])
    return [
      {
        title: 'Load: turns a second',
        note: `${sizes.turns} turns of ${sizes.steps} model calls and ${sizes.steps - 1} searches over HTTP, ${sizes.clients} at a time, from the message to the answer; then ${alone(sizes)} one after the other. The model answers at once; it, the clients, the database and all servers share the processors.`,
        columns: [
          'what',
          'turns/s',
          'ms a turn, p50 · p99',
          'alone: ms a turn',
          'alone: ms a step',
        ],
        rows,
      },
    ]
  } finally {
    await model.close()
  }
}

const skillsListed = 500

const alone = ({ turns }: LoadSizes) => Math.min(turns, 30)

async function onSqlite(sizes: LoadSizes, model: ScriptedModel): Promise<Row> {
  const server = await startServerUnderTest(model.env)
  try {
    return await measure('direct, SQLite', sizes, turnsOf([server]))
  } finally {
    await server.stop()
  }
}

/** The prompt lists the library, so that every step needs all of its skills. */
async function withSkillsListed(sizes: LoadSizes, model: ScriptedModel): Promise<Row> {
  const server = await startServerUnderTest(model.env)
  try {
    const body = { toolsets: ['discovery', 'library'] }
    await send(server, { method: 'PUT', path: '/settings', body })
    for (let number = 0; number < skillsListed; number += 1) {
      const { description, tags, body } = syntheticSkill(number)
      const slug = `skill-${number}`
      await request(server, '/skills', { slug, name: slug, description, tags, content: body })
    }
    return await measure(`direct, SQLite, ${skillsListed} skills listed`, sizes, turnsOf([server]))
  } finally {
    await server.stop()
  }
}

async function onPostgres(sizes: LoadSizes, model: ScriptedModel): Promise<readonly Row[]> {
  const rows: Row[] = []
  const measureReplicas = async (what: string, count: number, env: Record<string, string>) => {
    const settings = { count, env: { ...model.env, ...env } }
    rows.push(await withReplicas(settings, ({ servers }) => measure(what, sizes, turnsOf(servers))))
  }
  await measureReplicas('direct, PostgreSQL, 1 server', 1, {})
  await measureReplicas('direct, PostgreSQL, 2 servers', 2, {})
  if (!findTemporal()) return [...rows, ['skipped: Temporal (node scripts/temporal/install.mjs)']]
  const temporal = await startTemporalServer()
  try {
    for (const count of [1, 2]) {
      const engine = { WORKFLOW__EXECUTION_ENGINE: 'temporal', TEMPORAL_ADDRESS: temporal.address }
      await measureReplicas(`temporal, PostgreSQL, ${count} server${count > 1 ? 's' : ''}`, count, {
        ...engine,
        TEMPORAL_TASK_QUEUE: `load-${count}`,
      })
    }
  } finally {
    await temporal.stop()
  }
  return rows
}

function turnsOf(servers: readonly ServerUnderTest[]): (n: number) => Promise<void> {
  return async (n) => {
    await takeTurn(servers[n % servers.length] as ServerUnderTest)
  }
}

async function measure(
  what: string,
  sizes: LoadSizes,
  turn: (n: number) => Promise<void>,
): Promise<Row> {
  process.stderr.write(`    ${what} …\n`)
  const one = await timesOf(alone(sizes), turn)
  const samples: number[] = []
  let next = 0
  const client = async () => {
    while (next < sizes.turns) {
      const began = performance.now()
      await turn(next++)
      samples.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: sizes.clients }, client))
  const seconds = (performance.now() - began) / 1_000
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(quantile(samples, share)))
  const median = quantile(one, 0.5)
  return [
    ...[what, (sizes.turns / seconds).toFixed(1), `${p50} · ${p99}`],
    ...[median.toFixed(1), (median / sizes.steps).toFixed(1)],
  ]
}

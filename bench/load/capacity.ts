import { setTimeout as wait } from 'node:timers/promises'
import type { Table } from '../table.ts'
import { type Assumptions, planCapacity, type TurnCost } from './capacity-model.ts'
import { type DatabaseUse, readDatabaseUse } from './database-use.ts'
import { hasPostgres, type Replicas, withReplicas } from './replicas.ts'
import { takeTurn } from './requests.ts'
import { startScriptedModel } from './scripted-model.ts'
import type { LoadSizes } from './sizes.ts'

const assumed: Assumptions = {
  ...{ peakFactor: 3, modelSeconds: 3, utilisation: 0.6, slots: 64, connections: 10 },
  ...{ dollarsPerCoreMonth: 30, dollarsPerGigabyteMonth: 0.1 },
}
const turnsPerDay = [10_000, 100_000, 1_000_000, 10_000_000]
const idleSeconds = 10

/** What a turn costs, and what many of them a day need by a queueing model. */
export async function benchCapacity(sizes: LoadSizes): Promise<readonly Table[]> {
  if (!hasPostgres) {
    const skipped = 'skipped: PostgreSQL (apt-get install postgresql)'
    return [{ title: 'Load: what a turn costs', columns: ['what'], rows: [[skipped]] }]
  }
  const model = await startScriptedModel(sizes.steps)
  try {
    const cost = await withReplicas({ count: 1, env: model.env }, (all) => measureTurn(all, sizes))
    return [tableOfCost(cost, sizes), tableOfCapacity(cost, 64), tableOfCapacity(cost, 256)]
  } finally {
    await model.close()
  }
}

async function measureTurn(
  { servers, databaseUrl }: Replicas,
  { steps, turns }: LoadSizes,
): Promise<TurnCost> {
  const [server] = servers
  if (!server) throw new Error('no server')
  const takeTurns = async (count: number) => {
    for (let n = 0; n < count; n += 1) await takeTurn(server)
  }
  await takeTurns(Math.min(turns, 50))
  const idle = await readDatabaseUse(databaseUrl)
  await wait(idleSeconds * 1_000)
  const before = await readDatabaseUse(databaseUrl)
  const used = server.processorSeconds()
  await takeTurns(turns)
  const serverSeconds = (server.processorSeconds() - used) / turns
  const after = await readDatabaseUse(databaseUrl)
  const each = (key: keyof DatabaseUse) => (after[key] - before[key]) / turns
  return {
    ...{ steps, serverSeconds, databaseSeconds: each('processorSeconds') },
    ...{
      transactions: each('transactions'),
      walBytes: each('walBytes'),
      storedBytes: each('storedBytes'),
    },
    idleDatabaseSeconds: (before.processorSeconds - idle.processorSeconds) / idleSeconds,
  }
}

function tableOfCost(cost: TurnCost, { turns, steps }: LoadSizes): Table {
  return {
    title: 'Load: what a turn costs',
    note: `${turns} turns of ${steps} model calls, one after the other, on one server with PostgreSQL, which does not wait for its disk here.`,
    columns: ['what', 'value'],
    rows: [
      ['processor of the server (ms)', (cost.serverSeconds * 1_000).toFixed(1)],
      ['processor of PostgreSQL (ms)', (cost.databaseSeconds * 1_000).toFixed(1)],
      ['transactions, reads among them', cost.transactions.toFixed(1)],
      ['write-ahead log (kB)', (cost.walBytes / 1_000).toFixed(0)],
      ['growth of the database (kB)', (cost.storedBytes / 1_000).toFixed(0)],
      [
        'PostgreSQL for a server without work (ms a second)',
        (cost.idleDatabaseSeconds * 1_000).toFixed(1),
      ],
    ],
  }
}

function tableOfCapacity(cost: TurnCost, slots: number): Table {
  const { peakFactor, modelSeconds, utilisation, connections } = assumed
  return {
    title: `Load: what so many turns a day need, ${slots} slots a server`,
    note: `A model, from the costs above: the busiest hour is ${peakFactor} times the mean, a model call takes ${modelSeconds} s, processors are used to ${utilisation * 100} %, a server has one of them and ${connections} connections; $${assumed.dollarsPerCoreMonth} a processor and month, $${assumed.dollarsPerGigabyteMonth} a GB and month.`,
    columns: [
      ...['turns a day', 'at peak a second', 'at once', 'servers', 'because of', 'wait p99 (ms)'],
      ...['PostgreSQL processors', 'connections', 'transactions/s', 'log MB/s'],
      ...['GB a month', '$ a month'],
    ],
    rows: turnsPerDay.map((count) => {
      const plan = planCapacity(count, cost, { ...assumed, slots })
      return [
        ...[count, plan.turnsPerSecond.toFixed(1), Math.ceil(plan.turnsAtOnce), plan.servers],
        ...[plan.limitedBy, plan.waitMs.toFixed(0), plan.databaseCores, plan.connections],
        ...[plan.transactionsPerSecond.toFixed(0), plan.walMegabytesPerSecond.toFixed(1)],
        ...[plan.storedGigabytesPerMonth.toFixed(0), plan.dollarsPerMonth.toFixed(0)],
      ]
    }),
  }
}

/**
 * Schedules of every second and a stream of webhook deliveries over HTTP, while servers are killed with -9 and
 * restarted: two on one PostgreSQL, one on SQLite. Nothing fires twice, nothing is lost.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { type Database, databases } from '../library/databases.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { type DeliveryResult, deliver, type Webhook } from './deliveries.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const rounds = 4
const deliveriesPerRound = 25
const secondMs = 1_000
const maxDowntimeMs = 60_000

export async function proveTriggers(): Promise<void> {
  for (const database of databases()) {
    const servers = database.name === 'PostgreSQL' ? 2 : 1
    process.stdout.write(`${database.name}, ${servers} server${servers > 1 ? 's' : ''}\n`)
    await prove(database, servers)
  }
}

async function prove(database: Database, count: number): Promise<void> {
  const dirs = Array.from({ length: count }, () =>
    mkdtempSync(join(tmpdir(), 'repertoire-triggers-')),
  )
  const shared = await database.create()
  const env = { ...shared, REPERTOIRE_SECRET_KEY: randomBytes(32).toString('hex') }
  const start = async (dataDir: string) =>
    startServer({ dataDir, port: await freePort(), key, env })
  const servers: ServerProcess[] = []
  try {
    for (const dataDir of dirs) servers.push(await start(dataDir))
    const urls = () => servers.map(({ url }) => url)
    const api = () => connect(servers.at(-1)?.url ?? '', key)
    const { schedule, webhook } = await setUp(api())
    const answers = new Map<string, DeliveryResult>()
    for (let round = 0; round < rounds; round += 1) {
      const victim = round % count
      const sending = Array.from({ length: deliveriesPerRound }, (_, n) => `evt_${round}_${n}`).map(
        async (id) => {
          const twice = await Promise.all([deliver(urls, webhook, id), deliver(urls, webhook, id)])
          assert.deepEqual(twice[0], twice[1], 'both copies of a delivery get the same answer')
          answers.set(id, twice[0])
        },
      )
      await pause(100 + round * 130)
      await servers[victim]?.kill('SIGKILL')
      await pause(1_500)
      servers[victim] = await start(dirs[victim] ?? '')
      await Promise.all(sending)
    }
    await pause(2_000)
    await connect(servers.at(-1)?.url ?? '', key).send('POST', `/triggers/${schedule}/stop`)
    await check(api(), { schedule, webhook, answers })
  } finally {
    for (const server of servers) await server.kill('SIGKILL')
    for (const dataDir of dirs) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function setUp(api: Api): Promise<{ schedule: string; webhook: Webhook }> {
  const make = (body: object) =>
    api.send<{ signal: { id: string }; secret: string }>('POST', '/triggers', {
      ...body,
      message: 'Say what happened.',
      most_per_hour: 3600,
    })
  const cron = { kind: 'cron', cron: '* * * * * *', time_zone: 'UTC', missed: 'run-once' }
  const every = await make({ name: 'Every second', trigger: cron })
  const { signal, secret } = await make({ name: 'Hook', trigger: { kind: 'webhook' } })
  return { schedule: every.signal.id, webhook: { id: signal.id, secret } }
}

interface Firing {
  readonly key: string
  readonly planned_at: string | null
  readonly outcome: string
  readonly conversation_id: string
  readonly run_id: string
}

interface AuditEntry {
  readonly details: { readonly run_id: string }
}

async function check(
  api: Api,
  expected: { schedule: string; webhook: Webhook; answers: ReadonlyMap<string, DeliveryResult> },
): Promise<void> {
  const times = await firingsOf(api, expected.schedule)
  const planned = times.map(({ planned_at }) => Date.parse(planned_at ?? '')).sort((a, b) => a - b)
  for (const [n, time] of planned.slice(1).entries()) {
    const since = time - (planned[n] ?? Number.NaN)
    // If a server was down for more than a minute on a slow machine, one turn covers all missed times.
    assert.ok(
      since === secondMs || since > maxDowntimeMs,
      `each second fired once, not after ${since}`,
    )
  }
  assert.ok(times.every(({ outcome }) => outcome === 'started'))
  assert.ok(planned.length > rounds, 'the schedule fired')
  report(`${planned.length} planned times, one per second: each fired once`)

  const hooks = await firingsOf(api, expected.webhook.id)
  assert.deepEqual(
    hooks.map(({ key }) => key.replace('key:', '')).toSorted(),
    [...expected.answers.keys()].toSorted(),
  )
  for (const { key, run_id } of hooks) {
    assert.equal(expected.answers.get(key.replace('key:', ''))?.run_id, run_id)
  }
  report(
    `${hooks.length} deliveries, each sent at least twice: one turn each, the one in the answer`,
  )

  const all = [...times, ...hooks]
  const auditEntries = await listAll<AuditEntry>(api, '/audit?action=signal-fired')
  const turnsOf = (of: readonly { run_id: string }[]) => of.map(({ run_id }) => run_id).toSorted()
  assert.deepEqual(turnsOf(auditEntries.map(({ details }) => details)), turnsOf(all))
  report('the audit log contains each of them once, with its turn, and no other')

  const conversations = await listAll<{ id: string }>(api, '/conversations')
  assert.equal(conversations.length, all.length, 'one conversation for each, and no other')
  for (const { conversation_id, run_id } of all) {
    assert.equal(await waitUntilFinished(api, conversation_id, run_id), 'run_completed')
  }
  report(`${all.length} conversations with one completed turn each, and no other conversation`)
}

function firingsOf(api: Api, id: string): Promise<Firing[]> {
  return listAll<Firing>(api, `/triggers/${id}/firings`)
}

async function listAll<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await api.get<{ items: Item[]; next_cursor: string | null }>(
      `${path}${path.includes('?') ? '&' : '?'}limit=200${query}`,
    )
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

async function waitUntilFinished(api: Api, conversation: string, run: string): Promise<string> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const { events: items } = await api.get<{
      events: { event: string; data: { run_id: string | null } }[]
    }>(`/conversations/${conversation}/events?limit=200`)
    const started = items.filter(({ event }) => event === 'run_started')
    assert.equal(started.length, 1, 'one turn in the conversation')
    assert.equal(started[0]?.data.run_id, run)
    const last = items.at(-1)?.event ?? ''
    if (/^run_(completed|failed|cancelled)$/.test(last)) return last
    if (Date.now() > deadline) throw new Error(`the turn has not ended: ${last}`)
    await pause(200)
  }
}

function report(what: string): void {
  process.stdout.write(`  ${what}\n`)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

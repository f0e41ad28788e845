/**
 * The library as an agent keeps it with a person (document B), over the wire, with a model behind the real
 * adapter: a skill is created, corrected, listed, read, switched off, deleted, restored by the person and
 * switched on again, each result compared byte for byte with the document's shape, each change approved first.
 * Then the same with the server killed with -9 on the way; and fifty editors at once.
 */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { type ScriptedProvider, startProvider } from '../portable/scripted-provider.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { nextAnswer, placeOf, turns } from './conversation.ts'
import { type Database, databases } from './databases.ts'
import { editorsAnswer, proveEditors } from './editors.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

/** Places in the first turn where the model never answers, because the lights go out. */
const deaths = [2, 7, 11]

export async function proveLibrary(): Promise<void> {
  for (const database of databases()) {
    const quiet = await tell(database, { killed: false })
    const killed = await tell(database, { killed: true })
    assert.deepEqual(killed, quiet)
    shown('the two conversations came to the same')
    await editors(database)
  }
}

interface World {
  readonly database: Database
  readonly env: Record<string, string>
  readonly dataDir: string
  readonly provider: ScriptedProvider
  server: ServerProcess
}

async function begin(
  database: Database,
  script: Parameters<typeof startProvider>[0],
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-library-'))
  const provider = await startProvider(script)
  const env = {
    OPENAI_BASE_URL: provider.url,
    OPENAI_MODEL: 'scripted',
    ...(await database.create()),
  }
  const server = await startServer({ dataDir, port: await freePort(), key, env })
  await connect(server.url, key).send('PUT', '/settings', { toolsets: ['library'] })
  return { database, env, dataDir, provider, server }
}

async function killAndStart(world: World): Promise<void> {
  await world.server.kill('SIGKILL')
  const { dataDir, env } = world
  world.server = await startServer({ dataDir, port: await freePort(), key, env })
}

async function end({ server, provider, dataDir }: World): Promise<void> {
  await server.kill('SIGTERM')
  await provider.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** What each call came to, as JSON, and how often a person was asked. */
async function tell(
  database: Database,
  { killed }: { killed: boolean },
): Promise<readonly string[]> {
  process.stdout.write(
    `${database.name}, ${killed ? 'killed with -9 on the way' : 'undisturbed'}\n`,
  )
  const left = killed ? [...deaths] : []
  const dark = new EventEmitter()
  const world = await begin(database, (request) => {
    const { turn, step } = placeOf(request)
    if (turn === 0 && step === left[0]) {
      left.shift()
      dark.emit('out')
      return undefined
    }
    return nextAnswer(request)
  })
  try {
    const api = () => connect(world.server.url, key)
    const { id } = await api().send<{ id: string }>('POST', '/conversations', { title: 'Library' })
    for (const [turn, steps] of turns.entries()) {
      if (turn > 0) await restore(api())
      const kills = turn === 0 ? left.length : 0
      await takeTurn(world, { id, kills, dark })
      const told = await resultsOf(api(), id)
      const wanted = turns.slice(0, turn + 1).flat()
      assert.equal(told.length, wanted.length)
      for (const [index, { comesTo }] of wanted.entries()) {
        assert.equal(told[index], typeof comesTo === 'string' ? comesTo : JSON.stringify(comesTo))
      }
      shown(`turn ${turn + 1}: ${steps.length} results, byte for byte the document’s`)
    }
    checkWhatTheModelSaw(world.provider)
    await checkHistory(api())
    shown('a person was asked about each change once; the history has each once')
    return await resultsOf(api(), id)
  } finally {
    await end(world)
  }
}

function shown(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

interface Turn {
  readonly id: string
  readonly kills: number
  readonly dark: EventEmitter
}

/** The person speaks and says yes to whatever is asked; in between the server dies, also right after a yes. */
async function takeTurn(world: World, { id, kills, dark }: Turn): Promise<void> {
  const before = await completed(connect(world.server.url, key), id)
  let outs = 0
  dark.on('out', () => {
    outs += 1
  })
  const text = 'Remember how we build quarterly reports.'
  const sent = connect(world.server.url, key)
    .send('POST', `/conversations/${id}/messages`, { text })
    .catch(() => undefined)
  let done = 0
  let diedAfterYes = kills === 0
  for (;;) {
    if (outs > done) {
      done += 1
      await killAndStart(world)
    }
    const api = connect(world.server.url, key)
    if ((await completed(api, id)) > before) break
    if ((await approveAll(api)) && !diedAfterYes && outs > 0) {
      diedAfterYes = true
      await killAndStart(world)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  dark.removeAllListeners()
  assert.equal(done, kills)
  await sent
}

async function approveAll(api: Api): Promise<boolean> {
  const { items } = await api.get<{ items: { id: string }[] }>('/approvals?status=pending')
  for (const { id } of items) await api.send('POST', `/approvals/${id}`, { approved: true })
  return items.length > 0
}

interface WireEvent {
  readonly id: number
  readonly event: string
  readonly data: Record<string, unknown>
}

async function eventsOf(api: Api, id: string): Promise<readonly WireEvent[]> {
  const all: WireEvent[] = []
  for (;;) {
    const after = all.at(-1)?.id ?? 0
    const page = `/conversations/${id}/events?limit=200&after=${after}`
    const { events } = await api.get<{ events: WireEvent[] }>(page)
    all.push(...events)
    if (events.length < 200) return all
  }
}

/** Turns that are over. */
async function completed(api: Api, id: string): Promise<number> {
  const events = await eventsOf(api, id)
  const failed = events.find(({ event }) => event === 'run_failed')
  if (failed) throw new Error(`the run failed: ${JSON.stringify(failed.data)}`)
  return events.filter(({ event }) => event === 'run_completed').length
}

/** Of every call in order: its output as JSON, or the code it was refused with. */
async function resultsOf(api: Api, id: string): Promise<readonly string[]> {
  const ended = (await eventsOf(api, id)).filter(({ event }) => event === 'tool_completed')
  assert.equal(new Set(ended.map(({ data }) => data.call_id)).size, ended.length)
  return ended.map(({ data }) => {
    const outcome = data.outcome as { output?: unknown; problem?: { code: string } }
    return outcome.problem?.code ?? JSON.stringify(outcome.output)
  })
}

/** The very bytes the adapter sent: the results of the last request are those of the second turn. */
function checkWhatTheModelSaw({ requests }: ScriptedProvider): void {
  const seen = requests
    .flatMap(({ messages }) => messages)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content)
  for (const { comesTo } of turns.flat()) {
    if (typeof comesTo !== 'string') assert.ok(seen.includes(JSON.stringify(comesTo)))
  }
}

interface SkillRow {
  readonly id: string
  readonly slug: string
}

/** The person takes the deletion back. */
async function restore(api: Api): Promise<void> {
  const { items } = await api.get<{ items: (SkillRow | { skill: SkillRow })[] }>('/skills/deleted')
  const [first, ...others] = items.map((one) => ('skill' in one ? one.skill : one))
  assert.ok(first && others.length === 0)
  await api.send('POST', `/skills/${first.id}/restore`, {})
  shown('the person restored what the agent deleted')
}

async function checkHistory(api: Api): Promise<void> {
  const { items } = await api.get<{ items: SkillRow[] }>('/skills')
  const [skill] = items.filter(({ slug }) => slug === 'quarterly-reports')
  assert.ok(skill)
  const revisions = await api.get<{ items: { number: number; reason: string }[] }>(
    `/skills/${skill.id}/revisions`,
  )
  assert.deepEqual(
    revisions.items.map(({ number, reason }) => `${number} ${reason}`),
    [
      '3 Changed by an agent (title, description or tags)',
      '2 Changed by an agent (find_replace)',
      '1 Written by an agent',
    ],
  )
  const approvals = await api.get<{
    items: { type: string; reason: string; change: { action: string } }[]
  }>('/approvals?limit=50')
  assert.deepEqual(
    approvals.items.map(({ type, change }) => `${type} ${change.action}`).reverse(),
    ['create', 'update', 'disable', 'delete', 'enable', 'update'].map(
      (action) => `skill_change ${action}`,
    ),
  )
  assert.ok(approvals.items.every(({ reason }) => reason.startsWith('Now I call ')))
}

async function editors(database: Database): Promise<void> {
  process.stdout.write(`${database.name}, fifty editors\n`)
  const world = await begin(database, editorsAnswer)
  try {
    await proveEditors(world.server.url, key)
    shown('25 agents and 25 people edited one skill at once: no line lost, none twice')
  } finally {
    await end(world)
  }
}

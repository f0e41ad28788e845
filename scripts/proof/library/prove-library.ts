/**
 * The library tools of document B over HTTP, with a model behind the real adapter: a skill is created,
 * corrected, listed, read, disabled, deleted, restored by the user and enabled, each result compared byte for
 * byte with the document's, each change approved first. Then the same with the server killed with -9 in
 * between; and fifty concurrent editors.
 */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { type ScriptedProvider, startProvider } from '../portable/scripted-provider.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { nextAnswer, positionOf, turns } from './conversation.ts'
import { type Database, databases } from './databases.ts'
import { editorsAnswer, proveEditors } from './editors.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

/** Steps of the first turn at which the model never answers and the server is killed. */
const killSteps = [2, 7, 11]

export async function proveLibrary(): Promise<void> {
  for (const database of databases()) {
    const undisturbed = await runConversation(database, { killed: false })
    const killed = await runConversation(database, { killed: true })
    assert.deepEqual(killed, undisturbed)
    report('both conversations have the same results')
    await runEditors(database)
  }
}

interface Fixture {
  readonly database: Database
  readonly env: Record<string, string>
  readonly dataDir: string
  readonly provider: ScriptedProvider
  server: ServerProcess
}

async function createFixture(
  database: Database,
  script: Parameters<typeof startProvider>[0],
): Promise<Fixture> {
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

async function killAndRestart(fixture: Fixture): Promise<void> {
  await fixture.server.kill('SIGKILL')
  const { dataDir, env } = fixture
  fixture.server = await startServer({ dataDir, port: await freePort(), key, env })
}

async function removeFixture({ server, provider, dataDir }: Fixture): Promise<void> {
  await server.kill('SIGTERM')
  await provider.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Returns the result of every call, as JSON. */
async function runConversation(
  database: Database,
  { killed }: { killed: boolean },
): Promise<readonly string[]> {
  process.stdout.write(
    `${database.name}, ${killed ? 'killed with -9 in between' : 'undisturbed'}\n`,
  )
  const remainingKills = killed ? [...killSteps] : []
  const interruptions = new EventEmitter()
  const fixture = await createFixture(database, (request) => {
    const { turn, step } = positionOf(request)
    if (turn === 0 && step === remainingKills[0]) {
      remainingKills.shift()
      interruptions.emit('killed')
      return undefined
    }
    return nextAnswer(request)
  })
  try {
    const api = () => connect(fixture.server.url, key)
    const { id } = await api().send<{ id: string }>('POST', '/conversations', { title: 'Library' })
    for (const [turn, steps] of turns.entries()) {
      if (turn > 0) await restore(api())
      const kills = turn === 0 ? remainingKills.length : 0
      await takeTurn(fixture, { id, kills, interruptions })
      const results = await resultsOf(api(), id)
      const expectedSteps = turns.slice(0, turn + 1).flat()
      assert.equal(results.length, expectedSteps.length)
      for (const [index, { expected }] of expectedSteps.entries()) {
        assert.equal(
          results[index],
          typeof expected === 'string' ? expected : JSON.stringify(expected),
        )
      }
      report(`turn ${turn + 1}: ${steps.length} results, equal to the document’s byte for byte`)
    }
    checkModelInput(fixture.provider)
    await checkHistory(api())
    report('each change was approved once, and is in the history once')
    return await resultsOf(api(), id)
  } finally {
    await removeFixture(fixture)
  }
}

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

interface Turn {
  readonly id: string
  readonly kills: number
  readonly interruptions: EventEmitter
}

/**
 * Sends the user's message and approves everything; kills the server at the given steps, and once right after
 * an approval.
 */
async function takeTurn(fixture: Fixture, { id, kills, interruptions }: Turn): Promise<void> {
  const before = await completed(connect(fixture.server.url, key), id)
  let interrupted = 0
  interruptions.on('killed', () => {
    interrupted += 1
  })
  const text = 'Remember how we build quarterly reports.'
  const sent = connect(fixture.server.url, key)
    .send('POST', `/conversations/${id}/messages`, { text })
    .catch(() => undefined)
  let restarts = 0
  let killedAfterApproval = kills === 0
  for (;;) {
    if (interrupted > restarts) {
      restarts += 1
      await killAndRestart(fixture)
    }
    const api = connect(fixture.server.url, key)
    if ((await completed(api, id)) > before) break
    if ((await approveAll(api)) && !killedAfterApproval && interrupted > 0) {
      killedAfterApproval = true
      await killAndRestart(fixture)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  interruptions.removeAllListeners()
  assert.equal(restarts, kills)
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

/** Number of completed turns. */
async function completed(api: Api, id: string): Promise<number> {
  const events = await eventsOf(api, id)
  const failed = events.find(({ event }) => event === 'run_failed')
  if (failed) throw new Error(`the run failed: ${JSON.stringify(failed.data)}`)
  return events.filter(({ event }) => event === 'run_completed').length
}

/** The result of every call in order: its output as JSON, or the code of its refusal. */
async function resultsOf(api: Api, id: string): Promise<readonly string[]> {
  const ended = (await eventsOf(api, id)).filter(({ event }) => event === 'tool_completed')
  assert.equal(new Set(ended.map(({ data }) => data.call_id)).size, ended.length)
  return ended.map(({ data }) => {
    const outcome = data.outcome as { output?: unknown; problem?: { code: string } }
    return outcome.problem?.code ?? JSON.stringify(outcome.output)
  })
}

/** Checks the exact bytes that the adapter sent to the model. */
function checkModelInput({ requests }: ScriptedProvider): void {
  const seen = requests
    .flatMap(({ messages }) => messages)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content)
  for (const { expected } of turns.flat()) {
    if (typeof expected !== 'string') assert.ok(seen.includes(JSON.stringify(expected)))
  }
}

interface SkillRow {
  readonly id: string
  readonly slug: string
}

/** Restores the deleted skill as the user. */
async function restore(api: Api): Promise<void> {
  const { items } = await api.get<{ items: (SkillRow | { skill: SkillRow })[] }>('/skills/deleted')
  const [first, ...others] = items.map((one) => ('skill' in one ? one.skill : one))
  assert.ok(first && others.length === 0)
  await api.send('POST', `/skills/${first.id}/restore`, {})
  report('the user restored the skill that the agent deleted')
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

async function runEditors(database: Database): Promise<void> {
  process.stdout.write(`${database.name}, fifty concurrent editors\n`)
  const fixture = await createFixture(database, editorsAnswer)
  try {
    await proveEditors(fixture.server.url, key)
    report('25 agents and 25 users edited one skill at once: no line lost, none duplicated')
  } catch (error) {
    process.stderr.write(`The end of the server’s log:\n${fixture.server.output().slice(-6_000)}\n`)
    throw error
  } finally {
    await removeFixture(fixture)
  }
}

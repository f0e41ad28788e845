import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ScriptedProvider, startProvider } from '../portable/scripted-provider.ts'
import { type EngineProcesses, type Requests, startProcesses } from './engine-processes.ts'

const slugs = ['first-step', 'second-step', 'third-step', 'fourth-step']
const conversationsEach = 4
const maxThoughtMs = 300
/** About as long as the turns of a round take. */
const maxPauseMs = 2_000
const endMs = 120_000

/** Kills one part and starts it again. Says what else it saw. */
export type Kill = () => Promise<string>

export interface KilledEngine {
  readonly env: Readonly<Record<string, string>>
  readonly hasWorker: boolean
  /** By the name of what is killed; each of them in each round. */
  readonly kills: (processes: EngineProcesses) => Readonly<Record<string, Kill>>
  readonly rounds: number
}

/**
 * Four turns of four effects each, while a process is killed at a random moment and started again. No turn that
 * was accepted is lost, no effect happens twice.
 */
export async function proveKills(engine: KilledEngine): Promise<void> {
  const provider = await startProvider(async ({ messages }) => {
    await wait(randomInt(maxThoughtMs))
    const slug = slugs[messages.filter(({ role }) => role === 'tool').length]
    if (slug === undefined) return { text: 'All four.' }
    return { calls: [{ name: 'enable_skill', input: { skill_slug: slug, reason: 'In turn.' } }] }
  })
  const model = { OPENAI_API_KEY: 'scripted', OPENAI_MODEL: 'scripted' }
  const env = { ...engine.env, ...model, OPENAI_BASE_URL: provider.url }
  try {
    const processes = await startProcesses({ ...engine, env, slugs })
    try {
      await killInRounds({ processes, provider, ...engine })
    } finally {
      await processes.end()
    }
  } finally {
    await provider.close()
  }
}

interface KillRounds extends KilledEngine {
  readonly processes: EngineProcesses
  readonly provider: ScriptedProvider
}

async function killInRounds({ processes, provider, kills, rounds }: KillRounds): Promise<void> {
  const targets = Object.entries(kills(processes))
  const total = rounds * targets.length
  for (let n = 0; n < total; n += 1) {
    const asked = provider.requests.length
    const [name, kill] = targets[n % targets.length] as [string, Kill]
    const { pause, seen } = await killDuringTurns(processes, kill)
    const again = provider.requests.length - asked - conversationsEach * (slugs.length + 1)
    process.stdout.write(
      `killed ${name} after ${pause} ms${seen}: all turns ended, no effect twice, ${again} questions to the model again\n`,
    )
  }
  const turns = total * conversationsEach
  process.stdout.write(
    `${total} kills: 0 of ${turns} turns lost, 0 of ${turns * slugs.length} effects doubled\n`,
  )
}

async function killDuringTurns({ requests, post }: EngineProcesses, kill: Kill) {
  const ids: string[] = []
  for (let n = 0; n < conversationsEach; n += 1) {
    const { id } = await requests.send<{ id: string }>('POST', '/conversations', {})
    await post(`/conversations/${id}/messages`, 'Enable them all.')
    ids.push(id)
  }
  const pause = randomInt(maxPauseMs)
  await wait(pause)
  const seen = await kill()
  for (const id of ids) checkLog(await logOfEnd(requests, id))
  return { pause, seen }
}

interface LoggedEvent {
  readonly event: string
  readonly data: { readonly call_id?: string; readonly text?: string }
}

async function logOfEnd(requests: Requests, id: string): Promise<readonly LoggedEvent[]> {
  const deadline = Date.now() + endMs
  for (;;) {
    const path = `/conversations/${id}/events?limit=200`
    const events = await eventsUnlessAway(requests, path)
    if (events.some(({ event }) => event === 'run_completed')) return events
    const last = events.at(-1)
    assert.notEqual(last?.event, 'run_failed', JSON.stringify(last))
    assert.ok(Date.now() < deadline, `the turn of ${id} is lost after ${last?.event}`)
    await wait(100)
  }
}

/** A database that has just lost a process throws its other connections out a moment later. */
async function eventsUnlessAway(requests: Requests, path: string): Promise<readonly LoggedEvent[]> {
  try {
    return (await requests.get<{ events: readonly LoggedEvent[] }>(path)).events
  } catch (error) {
    assert.match(String(error), / returned 503: .*"code":"store\.unavailable"/)
    return []
  }
}

function checkLog(events: readonly LoggedEvent[]): void {
  const named = (name: string) => events.filter(({ event }) => event === name)
  assert.equal(named('run_completed').length, 1)
  assert.equal(named('run_completed')[0]?.data.text, 'All four.')
  assert.equal(named('skills_state_changed').length, slugs.length, 'each effect once')
  assert.equal(named('tool_completed').length, slugs.length)
}

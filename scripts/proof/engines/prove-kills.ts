import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TemporalServer } from '../../temporal/dev-server.mjs'
import { type Api, connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import { startProvider } from '../portable/scripted-provider.ts'
import { freePort, startServer, startWorker } from '../server-process.ts'
import { zipOf } from './script-job.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const slugs = ['first-step', 'second-step', 'third-step', 'fourth-step']
const conversationsEach = 4
const targets = ['server', 'worker', 'temporal'] as const
const maxThoughtMs = 300
/** About as long as the turns of a round take. */
const maxPauseMs = 2_000
const endMs = 120_000

interface Processes {
  readonly kill: (target: (typeof targets)[number]) => Promise<void>
  readonly api: () => Api
  readonly post: (path: string, text: string) => Promise<void>
  readonly end: () => Promise<void>
}

/**
 * Four turns of four effects each, while one of the three processes is killed at a random moment and started
 * again. No turn that was accepted is lost, no effect happens twice.
 */
export async function proveKills(temporal: TemporalServer, rounds: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-kills-'))
  const provider = await startProvider(async ({ messages }) => {
    await wait(randomInt(maxThoughtMs))
    const slug = slugs[messages.filter(({ role }) => role === 'tool').length]
    if (slug === undefined) return { text: 'All four.' }
    return { calls: [{ name: 'enable_skill', input: { skill_slug: slug, reason: 'In turn.' } }] }
  })
  const env = {
    ...{ WORKFLOW__EXECUTION_ENGINE: 'temporal', TEMPORAL_ADDRESS: temporal.address },
    ...{ TEMPORAL_TASK_QUEUE: 'kills', TEMPORAL_WORKER: 'off', OPENAI_API_KEY: 'scripted' },
    ...{ OPENAI_MODEL: 'scripted', OPENAI_BASE_URL: provider.url },
  }
  const processes = await startProcesses(temporal, { dataDir, env })
  try {
    for (let round = 0; round < rounds; round += 1) {
      const asked = provider.requests.length
      const target = targets[round % targets.length] ?? 'worker'
      const pause = await killDuringTurns(processes, target)
      const again = provider.requests.length - asked - conversationsEach * (slugs.length + 1)
      process.stdout.write(
        `killed the ${target} after ${pause} ms: all turns ended, no effect twice, ${again} questions to the model again\n`,
      )
    }
    const turns = rounds * conversationsEach
    process.stdout.write(
      `${rounds} kills: 0 of ${turns} turns lost, 0 of ${turns * slugs.length} effects doubled\n`,
    )
  } finally {
    await processes.end()
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Returns after how many milliseconds. */
async function killDuringTurns(
  { kill, api, post }: Processes,
  target: (typeof targets)[number],
): Promise<number> {
  const ids: string[] = []
  for (let n = 0; n < conversationsEach; n += 1) {
    const { id } = await api().send<{ id: string }>('POST', '/conversations', {})
    await post(`/conversations/${id}/messages`, 'Enable them all.')
    ids.push(id)
  }
  const pause = randomInt(maxPauseMs)
  await wait(pause)
  await kill(target)
  for (const id of ids) checkLog(await logOfEnd(api(), id))
  return pause
}

interface LoggedEvent {
  readonly event: string
  readonly data: { readonly call_id?: string; readonly text?: string }
}

async function logOfEnd(api: Api, id: string): Promise<readonly LoggedEvent[]> {
  const deadline = Date.now() + endMs
  for (;;) {
    const path = `/conversations/${id}/events?limit=200`
    const { events } = await api.get<{ events: readonly LoggedEvent[] }>(path)
    if (events.some(({ event }) => event === 'run_completed')) return events
    const last = events.at(-1)
    assert.notEqual(last?.event, 'run_failed', JSON.stringify(last))
    assert.ok(Date.now() < deadline, `the turn of ${id} is lost after ${last?.event}`)
    await wait(100)
  }
}

function checkLog(events: readonly LoggedEvent[]): void {
  const named = (name: string) => events.filter(({ event }) => event === name)
  assert.equal(named('run_completed').length, 1)
  assert.equal(named('run_completed')[0]?.data.text, 'All four.')
  assert.equal(named('skills_state_changed').length, slugs.length, 'each effect once')
  assert.equal(named('tool_completed').length, slugs.length)
}

async function startProcesses(
  temporal: TemporalServer,
  { dataDir, env }: { readonly dataDir: string; readonly env: Record<string, string> },
): Promise<Processes> {
  const options = { dataDir, port: await freePort(), key, env }
  let server = await startServer(options)
  let worker = await startWorker(options)
  for (const name of slugs) {
    const markdown = `---\nname: ${name}\ndescription: ${name} of four\n---\n# ${name}\n`
    await packageApi(server.url, key).importPackage(zipOf({ 'SKILL.md': markdown }), `${name}.zip`)
  }
  const restart = {
    server: async () => {
      await server.kill('SIGKILL')
      server = await startServer(options)
    },
    worker: async () => {
      await worker.kill('SIGKILL')
      worker = await startWorker(options)
    },
    temporal: async () => {
      await temporal.kill()
      await temporal.start()
    },
  }
  return {
    kill: (target) => restart[target](),
    api: () => connect(server.url, key),
    post: async (path, text) => {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${key}`, prefer: 'respond-async' },
          'content-type': 'application/json',
        },
        body: JSON.stringify({ text }),
      })
      assert.equal(answer.status, 202, await answer.text())
    },
    end: async () => {
      await worker.kill('SIGTERM')
      await server.kill('SIGTERM')
    },
  }
}

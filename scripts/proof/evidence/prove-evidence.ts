/**
 * Numbers that say which skills earn their place. Scripted conversations over 20 skills whose use and helpfulness are
 * planted, with the server killed with -9 in the middle: stats and the list of what to act on find what was planted, and
 * nothing else. Then outcome tests: they tell a good skill from a useless one, refuse to say with three runs, and go on
 * after kill -9.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import { startProvider } from '../portable/scripted-provider.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { checkActOn, checkNumbers } from './check-numbers.ts'
import { proveExperiments } from './prove-experiments.ts'
import {
  answerQuestion,
  questionAbout,
  type SeededSkill,
  seededSkills,
  skillMdOf,
} from './seeded-skills.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const defaultConversations = 300
const inParallel = 4

/** `npm run proof -- evidence 40` for fewer conversations: each skill needs two. */
export async function proveEvidence([count]: readonly string[] = []): Promise<void> {
  const wanted = Number(count ?? defaultConversations)
  const perSkill = Math.max(2, Math.ceil(wanted / seededSkills.length))
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-evidence-'))
  try {
    await proveStats(dataDir, perSkill)
    await proveExperiments(report)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

async function proveStats(dataDir: string, perSkill: number): Promise<void> {
  const silence = createSilence()
  const provider = await startProvider(async (request) =>
    (await silence.isReached()) ? undefined : answerQuestion(request),
  )
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'scripted' }
  const start = async () => startServer({ dataDir, port: await freePort(), key, env })
  let server = await start()
  try {
    await prepare(server)
    const planned = Array.from({ length: perSkill }, () => seededSkills).flat()
    const half = Math.floor(planned.length / 2)
    await runConversations(connect(server.url, key), planned.slice(0, half))
    const open = await killWhileAsked(server, silence)
    server = await start()
    const api = connect(server.url, key)
    await waitUntilCompleted(api, open)
    report('killed with -9 during a model call and restarted: the turn was answered')
    await runConversations(api, planned.slice(half))
    report(`${planned.length + 1} conversations over ${seededSkills.length} skills`)
    await checkNumbers(api, perSkill, report)
    await checkActOn(api, perSkill, report)
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
  }
}

/** From when it is asked for, the model answers nothing until it is ended. */
function createSilence() {
  let isWanted = false
  let reached: () => void = () => undefined
  return {
    begin: () => {
      isWanted = true
      return new Promise<void>((resolve) => {
        reached = resolve
      })
    },
    end: () => {
      isWanted = false
    },
    isReached: async () => {
      if (isWanted) reached()
      return isWanted
    },
  }
}

async function prepare(server: ServerProcess): Promise<void> {
  const api = connect(server.url, key)
  await api.send('PUT', '/settings', { toolsets: ['routed', 'workspace'] })
  const packages = packageApi(server.url, key)
  for (const skill of seededSkills) {
    const bytes = new TextEncoder().encode(skillMdOf(skill))
    await packages.importPackage(bytes, `${skill.slug}.md`)
  }
}

async function runConversations(api: Api, planned: readonly SeededSkill[]): Promise<void> {
  const waiting = [...planned]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runConversation(api, next)
  }
  await Promise.all(Array.from({ length: inParallel }, work))
}

const ratings: Partial<Record<SeededSkill['behaviour'], 'up' | 'down'>> = {
  liked: 'up',
  disliked: 'down',
}

async function runConversation(api: Api, skill: SeededSkill): Promise<void> {
  const { id } = await api.send<{ id: string }>('POST', '/conversations', {})
  const turn = await api.send<{ run: { id: string; status: string } }>(
    'POST',
    `/conversations/${id}/messages`,
    { text: questionAbout(skill) },
  )
  assert.equal(turn.run.status, 'completed')
  const rating = ratings[skill.behaviour]
  if (rating === undefined) return
  await api.send('PUT', `/conversations/${id}/runs/${turn.run.id}/rating`, { rating })
}

/** Asks about an ignored skill, so that one more conversation changes the numbers of offers and runs alone. */
async function killWhileAsked(
  server: ServerProcess,
  silence: ReturnType<typeof createSilence>,
): Promise<string> {
  const api = connect(server.url, key)
  const ignored = seededSkills.find(({ behaviour }) => behaviour === 'ignored') as SeededSkill
  const { id } = await api.send<{ id: string }>('POST', '/conversations', {})
  const reached = silence.begin()
  const asked = api
    .send('POST', `/conversations/${id}/messages`, { text: questionAbout(ignored) })
    .catch(() => undefined)
  await reached
  await server.kill('SIGKILL')
  silence.end()
  await asked
  return id
}

async function waitUntilCompleted(api: Api, conversation: string): Promise<void> {
  const events = api.events(`/conversations/${conversation}/events`, 0)
  await events.next('run_completed')
  events.close()
}

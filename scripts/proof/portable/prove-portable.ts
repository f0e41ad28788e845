/**
 * Skills written for other agents, over HTTP with a model behind the real adapter: allowed tools, a sub-agent,
 * a skill's files and a saved skill in one conversation; and the same again with the server killed with -9
 * during the sub-agent's model call.
 */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import { type Api, connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import {
  deepAudit,
  expectedOutcomes,
  freeConversation,
  isSubAgentRequest,
  nextAnswer,
  reportSkill,
  stepsTaken,
} from './conversation.ts'
import { type ScriptedProvider, startProvider } from './scripted-provider.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

export async function provePortable(): Promise<void> {
  const undisturbed = await runConversation({ killed: false })
  const killed = await runConversation({ killed: true })
  assert.deepEqual(killed.outcomes, undisturbed.outcomes)
  assert.deepEqual(killed.files, undisturbed.files)
  assert.deepEqual(killed.proposals, undisturbed.proposals)
  process.stdout.write('Both conversations have the same results.\n')
}

interface ConversationResult {
  readonly outcomes: readonly (readonly string[])[]
  readonly files: readonly { path: string; size: number }[]
  readonly proposals: readonly string[]
}

async function runConversation({ killed }: { killed: boolean }): Promise<ConversationResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-portable-'))
  const interruptions = new EventEmitter()
  let remainingKills = killed ? 1 : 0
  const provider = await startProvider((request) => {
    if (remainingKills > 0 && isSubAgentRequest(request) && stepsTaken(request) === 1) {
      remainingKills -= 1
      interruptions.emit('sub-agent')
      return undefined
    }
    return nextAnswer(request)
  })
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'scripted' }
  const start = async () => startServer({ dataDir, port: await freePort(), key, env })
  let server = await start()
  try {
    process.stdout.write(killed ? 'Killed while the sub-agent works\n' : 'Undisturbed\n')
    const conversation = await prepare(server)
    const interrupted = once(interruptions, 'sub-agent')
    const text = 'Write the weekly report and have it audited.'
    const sent = connect(server.url, key)
      .send('POST', `/conversations/${conversation}/messages`, { text })
      .catch((error: unknown) => error)
    if (killed) {
      await interrupted
      await server.kill('SIGKILL')
      server = await start()
      process.stdout.write('  killed with -9, restarted\n')
    }
    const api = connect(server.url, key)
    await waitUntilCompleted(api, conversation)
    await sent
    const result = await readResult(api, conversation)
    assert.deepEqual(result.outcomes, expectedOutcomes)
    report('each call has the outcome its skill allows, in the main agent and in the sub-agent')
    checkModelInput(provider)
    report('the sub-agent received its skill and its task, and nothing of the conversation')
    await checkNextTurn(api, conversation)
    report('the next turn starts without allowed tools')
    return result
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

async function prepare(server: ServerProcess): Promise<string> {
  const api = connect(server.url, key)
  await api.send('PUT', '/settings', { toolsets: ['portable', 'workspace', 'person'] })
  const packages = packageApi(server.url, key)
  for (const [name, files] of Object.entries({
    'weekly-report': reportSkill,
    'deep-audit': deepAudit,
    'free-hand': freeConversation,
  })) {
    const entries = Object.entries(files).map(([path, text]) => ({
      path,
      bytes: new TextEncoder().encode(text),
      executable: false,
    }))
    const zip = writeSkillZip(name, entries)
    const id = await packages.importPackage(zip, `${name}.zip`)
    const { bytes } = await packages.exportPackage(id, 'original')
    if (entries.length > 1) assert.deepEqual(new Uint8Array(bytes), new Uint8Array(zip))
    else assert.equal(bytes.toString(), files['SKILL.md'])
  }
  report('skills of other agents are exported byte for byte as imported')
  const { id } = await api.send<{ id: string }>('POST', '/conversations', { title: 'Report' })
  return id
}

interface WireEvent {
  readonly event: string
  readonly data: Record<string, unknown>
}

async function waitUntilCompleted(api: Api, conversation: string): Promise<void> {
  const events = api.events(`/conversations/${conversation}/events`, 0)
  await events.next('run_completed')
  events.close()
}

async function readResult(api: Api, conversation: string): Promise<ConversationResult> {
  const { events } = await api.get<{ events: WireEvent[] }>(
    `/conversations/${conversation}/events?limit=200`,
  )
  const completed = events.filter(({ event }) => event === 'tool_completed')
  const ids = completed.map(({ data }) => data.call_id)
  assert.equal(new Set(ids).size, ids.length, 'no call completed twice')
  const outcomes = completed.map(({ data }) => {
    const outcome = data.outcome as { status: string; problem?: { code: string } }
    const of = outcome.problem?.code ?? outcome.status
    return [String(data.name), of, ...(data.fork === undefined ? [] : ['fork'])]
  })
  const { items: files } = await api.get<{ items: { path: string; size: number }[] }>(
    `/conversations/${conversation}/files`,
  )
  const { items } = await api.get<{ items: { slug: string; state: string }[] }>(
    '/reviews?kind=proposal',
  )
  return {
    outcomes,
    files: files.map(({ path, size }) => ({ path, size })),
    proposals: items.map(({ slug, state }) => `${slug} ${state}`),
  }
}

function checkModelInput({ requests }: ScriptedProvider): void {
  const inFork = requests.filter(isSubAgentRequest)
  assert.ok(inFork.length >= 2)
  assert.ok(!JSON.stringify(inFork).includes('have it audited'))
  assert.ok(JSON.stringify(inFork).includes('Read the report and name every gap.'))
  const mainRequests = requests.filter((request) => !isSubAgentRequest(request))
  assert.ok(!JSON.stringify(mainRequests).includes('overwritten'))
}

async function checkNextTurn(api: Api, conversation: string): Promise<void> {
  const turn = await api.send<{ reply: string | null }>(
    'POST',
    `/conversations/${conversation}/messages`,
    { text: 'And now?' },
  )
  assert.equal(turn.reply, 'Done.')
  const { outcomes } = await readResult(api, conversation)
  assert.deepEqual(outcomes.at(-1), ['todo', 'ok'])
}

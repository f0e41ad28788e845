/**
 * Money, over the wire: a real server, a model that does whatever it reads, and a connector that moves (pretended)
 * money. More than fifty ways to make it move without a yes come to nothing; a yes moves it once, also when the
 * server is killed with -9 while it waits, and just after the answer. A webhook moves what was granted and no more.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attacks, type FundsAttack } from '@repertoire/core/testing'
import { type Api, connect } from '../api.ts'
import { root } from '../places.ts'
import type { ScriptedAnswer } from '../portable/scripted-provider.ts'
import { startProvider } from '../portable/scripted-provider.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { deliver } from '../triggers/deliveries.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
type Call = NonNullable<ScriptedAnswer['calls']>[number]

interface Stage {
  readonly api: () => Api
  readonly url: () => string
  readonly restart: () => Promise<void>
  readonly ledger: () => readonly string[]
  /** What the bank answers with, and what the model then does. */
  readonly plan: (words: string, calls: readonly Call[]) => void
}

export async function proveFunds(): Promise<void> {
  await onStage(async (stage) => {
    let refused = 0
    for (const attack of attacks) refused += await withstand(stage, attack)
    assert.deepEqual(stage.ledger(), [])
    assert.ok(refused >= attacks.length, 'the model did not even try')
    shown(
      `${attacks.length} ways to move money without a yes moved none; a person said no ${refused} times`,
    )
    await payOnce(stage, 50, 'waiting')
    assert.deepEqual(stage.ledger(), ['{"to":"landlord","amount":50}'])
    shown('a yes moved it once, to the cent, after kill -9 while it was waited for')
    const told = await payOnce(stage, 7, 'answered')
    const moved = stage.ledger().filter((line) => line.includes('"amount":7'))
    assert.ok(moved.length <= 1, 'moved twice')
    if (told === 'ok') assert.equal(moved.length, 1)
    shown(
      `after kill -9 right behind the yes it moved ${moved.length} times, and is told as ${told}`,
    )
    await payByGrant(stage)
    shown('a webhook moved what was granted, once, and nothing else; nobody was asked')
  })
}

function shown(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-funds-'))
  const [ledgerFile, wordsFile] = [join(dataDir, 'ledger.txt'), join(dataDir, 'words.txt')]
  const bank = {
    command: process.execPath,
    args: [join(root, 'scripts/proof/funds/bank.ts')],
    env: { LEDGER: ledgerFile, WORDS: wordsFile },
  }
  writeFileSync(join(dataDir, 'connectors.yaml'), JSON.stringify({ bank }), { mode: 0o600 })
  writeFileSync(wordsFile, 'Nothing.')
  let calls: readonly Call[] = []
  const provider = await startProvider(({ messages }) => {
    const spoken = messages.findLastIndex(({ role }) => role === 'user')
    const taken = messages.slice(spoken + 1).filter(({ role }) => role === 'assistant').length
    const next = calls[taken]
    return next ? { calls: [next] } : { text: 'Done.' }
  })
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'scripted' }
  const start = async () => startServer({ dataDir, port: await freePort(), key, env })
  let server: ServerProcess = await start()
  try {
    await connect(server.url, key).send('PUT', '/settings', {
      toolsets: ['routed', 'connectors', 'workspace'],
      connector_access: { bank: 'open' },
      tool_tiers: { mcp__bank__quote: 'READ_ONLY' },
    })
    await play({
      api: () => connect(server.url, key),
      url: () => server.url,
      restart: async () => {
        await server.kill('SIGKILL')
        server = await start()
      },
      ledger: () =>
        existsSync(ledgerFile) ? readFileSync(ledgerFile, 'utf8').trimEnd().split('\n') : [],
      plan: (words, planned) => {
        writeFileSync(wordsFile, words)
        calls = planned
      },
    })
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const transfer = (input: object): Call => ({
  name: 'execute_connector_tool',
  input: { connector: 'bank', tool: 'transfer', input },
})
const quote: Call = {
  name: 'execute_connector_tool',
  input: { connector: 'bank', tool: 'quote' },
}
const pretended = ['transfer_funds', 'place_order', 'close_account', 'set_alert']

/** The pack's own tools do not exist on a server: the bank's takes their place, as itself and behind `tool_invoke`. */
function onTheWire({ name, input }: FundsAttack['calls'][number]): Call {
  const given = input as { tool?: string; arguments?: object }
  if (pretended.includes(name)) return transfer(input as object)
  if (name === 'tool_invoke' && pretended.includes(given.tool ?? '')) {
    return {
      name,
      input: { tool: 'execute_connector_tool', arguments: transfer(given.arguments ?? {}).input },
    }
  }
  return { name, input: input as object }
}

/** The person says no to whatever is asked; how often. */
async function withstand(stage: Stage, attack: FundsAttack): Promise<number> {
  stage.plan(attack.injection, [quote, ...attack.calls.map(onTheWire)])
  const { conversation, over } = await say(stage, 'How is the market?')
  let refused = 0
  while (!(await over())) refused += await answerAll(stage.api(), conversation, false)
  return refused
}

async function say(stage: Stage, text: string) {
  const { id } = await stage
    .api()
    .send<{ id: string }>('POST', '/conversations', { title: 'Money' })
  stage
    .api()
    .send('POST', `/conversations/${id}/messages`, { text })
    .catch(() => undefined)
  const over = async () => (await eventsOf(stage.api(), id)).some(({ event }) => ended.has(event))
  return { conversation: id, over }
}

const ended = new Set(['run_completed', 'run_failed', 'run_cancelled'])

interface WireEvent {
  readonly event: string
  readonly data: { readonly name?: string; readonly outcome?: { readonly status: string } }
}

async function eventsOf(api: Api, id: string): Promise<readonly WireEvent[]> {
  const page = await api.get<{ events: WireEvent[] }>(`/conversations/${id}/events?limit=200`)
  return page.events
}

async function answerAll(api: Api, conversation: string, approved: boolean): Promise<number> {
  const { items } = await api.get<{ items: { id: string }[] }>(
    `/approvals?status=pending&conversation_id=${conversation}`,
  )
  for (const { id } of items) await api.send('POST', `/approvals/${id}`, { approved })
  if (items.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  return items.length
}

/** Pays once by a yes, with the server killed at a bad moment; what the call came to. */
async function payOnce(stage: Stage, amount: number, dying: 'waiting' | 'answered') {
  stage.plan('Nothing.', [transfer({ to: 'landlord', amount })])
  const { conversation, over } = await say(stage, 'Pay the rent.')
  const asked = async () =>
    (await eventsOf(stage.api(), conversation)).some(({ event }) => event === 'approval_required')
  while (!(await asked())) await new Promise((resolve) => setTimeout(resolve, 20))
  if (dying === 'waiting') await stage.restart()
  assert.equal(await answerAll(stage.api(), conversation, true), 1)
  if (dying === 'answered') await stage.restart()
  while (!(await over())) await new Promise((resolve) => setTimeout(resolve, 50))
  const events = await eventsOf(stage.api(), conversation)
  return events.findLast(({ event }) => event === 'tool_completed')?.data.outcome?.status
}

/** A turn nobody started, with a grant for one payment of at most 50 to one payee. */
async function payByGrant(stage: Stage): Promise<void> {
  const api = stage.api()
  const { signal, secret } = await api.send<{ signal: { id: string }; secret: string }>(
    'POST',
    '/triggers',
    { name: 'Rent', message: 'The rent is due.', trigger: { kind: 'webhook' } },
  )
  await api.send('POST', '/tool-grants', {
    tool: 'mcp__bank__transfer',
    constraints: {
      to: { kind: 'equals', value: 'landlord' },
      amount: { kind: 'between', min: 1, max: 50 },
    },
    max_uses: 1,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const tries = [
    { to: 'mallory', amount: 20 },
    { to: 'landlord', amount: 51 },
    { to: 'landlord', amount: 20, memo: 'x' },
    { to: 'landlord', amount: 21 },
    { to: 'landlord', amount: 22 },
  ]
  stage.plan('Nothing.', tries.map(transfer))
  const before = stage.ledger().length
  const hook = { id: signal.id, secret }
  const { conversation_id: id } = await deliver(() => [stage.url()], hook, 'rent-1')
  const events = () => eventsOf(api, id)
  while (!(await events()).some(({ event }) => ended.has(event))) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.deepEqual(stage.ledger().slice(before), ['{"to":"landlord","amount":21}'])
  const names = (await events()).map(({ event }) => event)
  assert.equal(names.filter((name) => name === 'grant_used').length, 1)
  assert.ok(!names.includes('approval_required'))
  const { items } = await api.get<{ items: { uses: number }[] }>('/tool-grants')
  assert.deepEqual(
    items.map(({ uses }) => uses),
    [1],
  )
}

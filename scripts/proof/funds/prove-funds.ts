/**
 * Fund safety over HTTP: a real server, a model that follows every instruction it reads, and a connector that
 * moves (fake) money. More than fifty attempts to move money without approval move none; an approval moves it
 * once, also when the server is killed with -9 while the approval is pending or right after the answer. A
 * webhook moves what was granted and no more.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attacks, type FundsAttack } from '@repertoire/core/testing'
import { type Api, connect } from '../api.ts'
import { root } from '../paths.ts'
import type { ScriptedAnswer } from '../portable/scripted-provider.ts'
import { startProvider } from '../portable/scripted-provider.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { deliver } from '../triggers/deliveries.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
type Call = NonNullable<ScriptedAnswer['calls']>[number]

interface Fixture {
  readonly api: () => Api
  readonly url: () => string
  readonly restart: () => Promise<void>
  readonly ledger: () => readonly string[]
  /** Sets the bank's reply to a quote request and the model's tool calls. */
  readonly plan: (quoteText: string, calls: readonly Call[]) => void
}

export async function proveFunds(): Promise<void> {
  await withFixture(async (fixture) => {
    let refused = 0
    for (const attack of attacks) refused += await resistAttack(fixture, attack)
    assert.deepEqual(fixture.ledger(), [])
    assert.ok(refused >= attacks.length, 'the model made no attempt')
    report(
      `${attacks.length} attempts to move money without approval moved none; ${refused} approvals were denied`,
    )
    await payOnce(fixture, 50, 'waiting')
    assert.deepEqual(fixture.ledger(), ['{"to":"landlord","amount":50}'])
    report('an approval moved the exact amount once, after kill -9 while the approval was pending')
    const status = await payOnce(fixture, 7, 'answered')
    const moved = fixture.ledger().filter((line) => line.includes('"amount":7'))
    assert.ok(moved.length <= 1, 'the money moved twice')
    if (status === 'ok') assert.equal(moved.length, 1)
    report(
      `after kill -9 right after the approval it moved ${moved.length} times, and its status is ${status}`,
    )
    await payByGrant(fixture)
    report('a webhook moved the granted amount once and nothing else, without an approval')
  })
}

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

async function withFixture(prove: (fixture: Fixture) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-funds-'))
  const [ledgerFile, quoteFile] = [join(dataDir, 'ledger.txt'), join(dataDir, 'quote.txt')]
  const bank = {
    command: process.execPath,
    args: [join(root, 'scripts/proof/funds/payment-server.ts')],
    env: { LEDGER: ledgerFile, QUOTE: quoteFile },
  }
  writeFileSync(join(dataDir, 'connectors.yaml'), JSON.stringify({ bank }), { mode: 0o600 })
  writeFileSync(quoteFile, 'Nothing.')
  let calls: readonly Call[] = []
  const provider = await startProvider(({ messages }) => {
    const lastUserMessage = messages.findLastIndex(({ role }) => role === 'user')
    const stepsTaken = messages
      .slice(lastUserMessage + 1)
      .filter(({ role }) => role === 'assistant').length
    const next = calls[stepsTaken]
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
    await prove({
      api: () => connect(server.url, key),
      url: () => server.url,
      restart: async () => {
        await server.kill('SIGKILL')
        server = await start()
      },
      ledger: () =>
        existsSync(ledgerFile) ? readFileSync(ledgerFile, 'utf8').trimEnd().split('\n') : [],
      plan: (quoteText, planned) => {
        writeFileSync(quoteFile, quoteText)
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
const packTools = ['transfer_funds', 'place_order', 'close_account', 'set_alert']

/**
 * The server lacks the tools of the attack pack: replaces them with the bank's transfer, also inside
 * `tool_invoke`.
 */
function toServerCall({ name, input }: FundsAttack['calls'][number]): Call {
  const given = input as { tool?: string; arguments?: object }
  if (packTools.includes(name)) return transfer(input as object)
  if (name === 'tool_invoke' && packTools.includes(given.tool ?? '')) {
    return {
      name,
      input: { tool: 'execute_connector_tool', arguments: transfer(given.arguments ?? {}).input },
    }
  }
  return { name, input: input as object }
}

/** Denies every approval of the attack; returns the number of denials. */
async function resistAttack(fixture: Fixture, attack: FundsAttack): Promise<number> {
  fixture.plan(attack.injection, [quote, ...attack.calls.map(toServerCall)])
  const { conversation, isFinished } = await startTurn(fixture, 'How is the market?')
  let refused = 0
  while (!(await isFinished()))
    refused += await answerAll(fixture.api(), { conversation, approved: false })
  return refused
}

async function startTurn(fixture: Fixture, text: string) {
  const { id } = await fixture
    .api()
    .send<{ id: string }>('POST', '/conversations', { title: 'Money' })
  fixture
    .api()
    .send('POST', `/conversations/${id}/messages`, { text })
    .catch(() => undefined)
  const isFinished = async () =>
    (await eventsOf(fixture.api(), id)).some(({ event }) => endEvents.has(event))
  return { conversation: id, isFinished }
}

const endEvents = new Set(['run_completed', 'run_failed', 'run_cancelled'])

interface WireEvent {
  readonly event: string
  readonly data: { readonly name?: string; readonly outcome?: { readonly status: string } }
}

async function eventsOf(api: Api, id: string): Promise<readonly WireEvent[]> {
  const page = await api.get<{ events: WireEvent[] }>(`/conversations/${id}/events?limit=200`)
  return page.events
}

async function answerAll(
  api: Api,
  { conversation, approved }: { conversation: string; approved: boolean },
): Promise<number> {
  const { items } = await api.get<{ items: { id: string }[] }>(
    `/approvals?status=pending&conversation_id=${conversation}`,
  )
  for (const { id } of items) await api.send('POST', `/approvals/${id}`, { approved })
  if (items.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  return items.length
}

/** Approves one payment with the server killed at the given point; returns the status of the tool call. */
async function payOnce(fixture: Fixture, amount: number, killPoint: 'waiting' | 'answered') {
  fixture.plan('Nothing.', [transfer({ to: 'landlord', amount })])
  const { conversation, isFinished } = await startTurn(fixture, 'Pay the rent.')
  const asked = async () =>
    (await eventsOf(fixture.api(), conversation)).some(({ event }) => event === 'approval_required')
  while (!(await asked())) await new Promise((resolve) => setTimeout(resolve, 20))
  if (killPoint === 'waiting') await fixture.restart()
  assert.equal(await answerAll(fixture.api(), { conversation, approved: true }), 1)
  if (killPoint === 'answered') await fixture.restart()
  while (!(await isFinished())) await new Promise((resolve) => setTimeout(resolve, 50))
  const events = await eventsOf(fixture.api(), conversation)
  return events.findLast(({ event }) => event === 'tool_completed')?.data.outcome?.status
}

/** A webhook's turn, with a grant for one payment of at most 50 to one payee. */
async function payByGrant(fixture: Fixture): Promise<void> {
  const api = fixture.api()
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
  const attempts = [
    { to: 'mallory', amount: 20 },
    { to: 'landlord', amount: 51 },
    { to: 'landlord', amount: 20, memo: 'x' },
    { to: 'landlord', amount: 21 },
    { to: 'landlord', amount: 22 },
  ]
  fixture.plan('Nothing.', attempts.map(transfer))
  const before = fixture.ledger().length
  const hook = { id: signal.id, secret }
  const { conversation_id: id } = await deliver(() => [fixture.url()], hook, 'rent-1')
  const events = () => eventsOf(api, id)
  while (!(await events()).some(({ event }) => endEvents.has(event))) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.deepEqual(fixture.ledger().slice(before), ['{"to":"landlord","amount":21}'])
  const names = (await events()).map(({ event }) => event)
  assert.equal(names.filter((name) => name === 'grant_used').length, 1)
  assert.ok(!names.includes('approval_required'))
  const { items } = await api.get<{ items: { uses: number }[] }>('/tool-grants')
  assert.deepEqual(
    items.map(({ uses }) => uses),
    [1],
  )
}

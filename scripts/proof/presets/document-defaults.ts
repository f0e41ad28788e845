import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import { root } from '../paths.ts'
import type { ScriptedProvider } from '../portable/scripted-provider.ts'
import { freePort, startServer } from '../server-process.ts'
import { deliver } from '../triggers/deliveries.ts'
import { proveCatalogue } from './catalogue.ts'
import {
  codesOf,
  lastPrompt,
  openConversation,
  type PlannedCall,
  play,
} from './played-conversation.ts'

/** The official reference server of MCP, which the server's own tests use. */
const referenceServer = createRequire(join(root, 'packages/server/package.json')).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
)

interface Defaults {
  readonly key: string
  readonly provider: ScriptedProvider
}

interface Running extends Defaults {
  readonly api: Api
  readonly url: string
}

type Report = (promise: string) => void

/** On a server of its own, with a connector: the defaults that the documents state, as a client sees them. */
export async function proveDocumentDefaults(
  { key, provider }: Defaults,
  report: Report,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-defaults-'))
  const everything = { command: process.execPath, args: [referenceServer, 'stdio'] }
  writeFileSync(join(dataDir, 'connectors.yaml'), JSON.stringify({ everything }), { mode: 0o600 })
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'scripted' }
  const server = await startServer({ dataDir, port: await freePort(), key, env })
  try {
    const running = { key, provider, url: server.url, api: connect(server.url, key) }
    await proveTiers(running, report)
    await proveTexts(running, report)
    await proveSignal(running, report)
    await proveRequests(running, report)
  } finally {
    await server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
  await proveCatalogue(key, report)
}

async function proveTiers({ api }: Running, report: Report): Promise<void> {
  await api.send('PUT', '/settings', {
    toolsets: ['connectors', 'discovery'],
    connector_access: { everything: 'open' },
    tool_tiers: { mcp__everything__echo: 'READ_ONLY', 'mcp__everything__get-sum': 'CONFIRM_ONCE' },
  })
  const conversation = await openConversation(api)
  const call = (tool: string, input: object): PlannedCall => [
    'execute_connector_tool',
    { connector: 'everything', tool, input },
  ]
  const asked = async () => (await api.get<{ items: unknown[] }>('/approvals')).items.length
  const ok = ['execute_connector_tool ok', 'execute_connector_tool ok']
  const reads = [call('echo', { message: 'one' }), call('echo', { message: 'two' })]
  assert.deepEqual(codesOf(await play(api, conversation, reads)), ok)
  assert.equal(await asked(), 0)
  report('E6: a READ_ONLY tool of a connector is asked twice in one conversation, and never waits')
  const sums = [call('get-sum', { a: 1, b: 2 }), call('get-sum', { a: 3, b: 4 })]
  assert.deepEqual(codesOf(await play(api, conversation, sums)), ok)
  assert.deepEqual(codesOf(await play(api, conversation, sums)), ok)
  assert.equal(await asked(), 1)
  report('E6: CONFIRM_ONCE asks once, and is remembered after results of the connector')
}

async function proveTexts({ api, url, key }: Running, report: Report): Promise<void> {
  const long = `${'x'.repeat(1_500)}end`
  const content = `---\nname: Long Words\ndescription: ${long}\ncontext: fork\nx-kept-key: [1]\n---\nBody.\n`
  const created = await api.send<{ id: string; description: string; content: string }>(
    ...(['POST', '/skills', { content, scope: 'org' }] as const),
  )
  assert.equal([...created.description].length, 1_024)
  assert.ok(created.content.includes(long))
  report('D2: a description is cut at 1,024 characters, and the file keeps all of it')
  const { bytes } = await packageApi(url, key).exportPackage(created.id, 'standard')
  const text = bytes.toString('utf8')
  assert.match(text, /^context: fork$/m)
  assert.match(text, /^x-kept-key: \[1\]$/m)
  report('D11: the standard export has context: fork and unknown keys at the top level')
}

async function proveSignal({ api, url, provider }: Running, report: Report): Promise<void> {
  await api.send('PUT', '/settings', { toolsets: ['routed'] })
  const { signal, secret } = await api.send<{ signal: { id: string }; secret: string }>(
    ...(['POST', '/triggers'] as const),
    { name: 'btc_drop_5pct', trigger: { kind: 'webhook' }, message: 'Look.', most_per_hour: 10 },
  )
  const delivered = await deliver(() => [url], { id: signal.id, secret }, 'evt_1')
  const stream = api.events(`/conversations/${delivered.conversation_id}/events`, 0)
  await stream.next('run_completed').finally(() => stream.close())
  assert.match(lastPrompt(provider), /"signal_id":"btc_drop_5pct"/)
  report('E8: the model reads the trigger’s own name as signal_id')
}

async function proveRequests({ url, key }: Running, report: Report): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (const path of ['/skills/sources/sync-stale', '/conversations', '/session/link']) {
    const { status } = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers })
    assert.ok(status < 300, `POST ${path} without a body returned ${status}`)
  }
  report('a POST without a body is taken, also with a JSON content type')
  if (spawnSync('bwrap', ['--version']).status !== 0) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', 'bubblewrap is not installed')
    report('skipped: POST /sandbox/execute (bubblewrap is not installed)')
    return
  }
  const files = [{ path: 'main.sh', text: 'echo "six times seven: $((6 * 7))"' }]
  const response = await fetch(`${url}/sandbox/execute`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ runtime: 'shell', entry: 'main.sh', files }),
  })
  const result = (await response.json()) as { status: string; stdout: { text: string } }
  assert.deepEqual([result.status, result.stdout.text], ['ok', 'six times seven: 42\n'])
  report('C5: POST /sandbox/execute runs code of the caller, under the document’s own path')
}

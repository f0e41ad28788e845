/**
 * Agents of other programs over MCP: a question answered on the page through `kill -9`, a script that runs once, a client
 * that asks its own person, the protocol's conformance suite, the stock clients of ClawHub, Claude Code, Codex,
 * Gemini CLI, OpenCode and npm's `skills`, the Inspector, the Python
 * clients `mcp` and `fastmcp`, an agent of deepagents, our own Python client, and two organisations behind one endpoint.
 * `npm run proof -- clients [calls]`.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../api.ts'
import { zipOf } from '../engines/script-job.ts'
import { packageApi } from '../packages/package-api.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { type ClientRow, clientTable } from './client-table.ts'
import { countScriptRuns } from './count-runs.ts'
import { connectMcp, type McpCall } from './mcp-client.ts'
import { proveClawHub } from './prove-clawhub.ts'
import { proveConformance } from './prove-conformance.ts'
import { proveDeepAgents } from './prove-deep-agents.ts'
import { proveInspector } from './prove-inspector.ts'
import { proveSeparation } from './prove-isolation.ts'
import { proveOAuth } from './prove-oauth.ts'
import { provePython } from './prove-python.ts'
import { provePythonClient } from './prove-python-client.ts'
import { proveRegistryClients } from './registry/prove-registry-clients.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const operatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'
const usualCalls = 2_000

const skill = {
  'SKILL.md':
    '---\nname: settlement-sum\ndescription: Adds up a settlement\n---\n# Add\nRun add.py.\n',
  'add.py': 'import sys\nprint("sum", sum(int(one) for one in sys.argv[1:]))\n',
}
const enable = { skill_slug: 'settlement-sum', reason: 'It fits.' }
const script = { skill_name: 'settlement-sum', script_name: 'add.py', args: '40 2' }

export async function proveClients([count]: readonly string[] = []): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-clients-'))
  const env = { REPERTOIRE_OPERATOR_KEY: operatorKey }
  const options = { dataDir, port: await freePort(), key, env }
  let server = await startServer(options)
  try {
    await packageApi(server.url, key).importPackage(zipOf(skill), 'settlement-sum.zip')
    const settings = { skill_enablement_policy: 'prompt-user' }
    await connect(server.url, key).send('PUT', '/settings', settings)
    for (const era of ['modern', 'legacy'] as const) {
      server = await answeredOnThePage(server, { era, restart: () => startServer(options) })
    }
    await answeredInPlace(server)
    await proveOAuth(server.url, key)
    const rows: readonly ClientRow[] = [
      { client: 'TypeScript SDK', did: ['found', 'approved'] },
      ...(await proveClawHub(server.url, key)),
      ...(await proveRegistryClients({ url: server.url, key })),
      ...(await provePython({ url: server.url, key })),
      ...(await proveDeepAgents({ url: server.url, key })),
      ...(await provePythonClient()),
      ...(await proveInspector()),
    ]
    await proveConformance({ url: server.url, key })
    await proveSeparation({
      ...{ url: server.url, key, operatorKey },
      calls: count === undefined ? usualCalls : Number(count),
    })
    report(clientTable(rows))
  } finally {
    await server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Restarting {
  readonly era: 'modern' | 'legacy'
  readonly restart: () => Promise<ServerProcess>
}

/** A client that cannot ask: the question is answered by REST, the server killed before and after the answer. */
async function answeredOnThePage(
  server: ServerProcess,
  { era, restart }: Restarting,
): Promise<ServerProcess> {
  const session = `on the page, ${era}`
  const client = await connectMcp({ url: server.url, key, session, era })
  const found = await client.call('search_skills', { query: 'settlement' })
  assert.match(found.texts.join(), /settlement-sum/)
  const asked = await client.call('enable_skill', enable)
  assert.equal(asked.body.code, 'approval.pending')
  await client.close()
  await server.kill('SIGKILL')
  const second = await restart()
  const approval = (asked.body.details as { approval_id: string }).approval_id
  await connect(second.url, key).send('POST', `/approvals/${approval}`, { approved: true })
  await second.kill('SIGKILL')
  const third = await restart()
  const again = await connectMcp({ url: third.url, key, session, era })
  const enabled = await again.call('enable_skill', enable)
  assert.equal(enabled.isError, false, enabled.texts.join())
  assert.match(enabled.texts[1] ?? '', /Run add\.py/)
  const ran = await runScript(third, () => again.call('run_skill_script', script))
  await again.close()
  report(`${era}: asked, killed, approved on the page, killed, went on with the same call${ran}`)
  return third
}

/** A client that asks its person: one question, one script. */
async function answeredInPlace({ url }: ServerProcess): Promise<void> {
  const questions: string[] = []
  const session = 'in place'
  const client = await connectMcp({
    ...{ url, key, session },
    answer: (message) => questions.push(message) > 0,
  })
  const enabled = await client.call('enable_skill', enable)
  assert.equal(enabled.isError, false, enabled.texts.join())
  assert.equal(questions.length, 1)
  await client.close()
  const no = await connectMcp({ url, key, session: 'a no', answer: () => false })
  assert.equal((await no.call('enable_skill', enable)).body.code, 'approval.denied')
  await no.close()
  report('a client that can ask its person does: a yes goes on, a no is a no')
}

/** The script's result and how often it ran; empty where no script can run. */
async function runScript({ url }: ServerProcess, run: () => Promise<McpCall>): Promise<string> {
  const api = connect(url, key)
  const { available, reason } = await api.get<{ available: boolean; reason: string }>('/sandbox')
  if (!available) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', reason)
    return ` (no script: ${reason})`
  }
  const before = await countScriptRuns(api)
  let ran = await run()
  if (ran.body.code === 'approval.pending') {
    const { approval_id: id } = ran.body.details as { approval_id: string }
    await api.send('POST', `/approvals/${id}`, { approved: true })
    ran = await run()
  }
  assert.match(ran.texts.join(), /sum 42/)
  assert.equal((await countScriptRuns(api)) - before, 1)
  return ', and its script ran once'
}

function report(promise: string): void {
  process.stdout.write(`${promise}\n`)
}

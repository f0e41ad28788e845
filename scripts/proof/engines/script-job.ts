import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import {
  type ChatRequest,
  type ScriptedAnswer,
  startProvider,
} from '../portable/scripted-provider.ts'
import { freePort, startServer } from '../server-process.ts'
import { plainModel, zipBytes } from '../zip/zip-model.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

const skill = {
  'SKILL.md':
    '---\nname: settlement-sum\ndescription: Adds up a settlement\n---\n# Add\nRun add.py.\n',
  'add.py': 'import sys\nprint("sum", sum(int(one) for one in sys.argv[1:]))\n',
}

const calls = [
  { name: 'search_skills', input: { query: 'settlement' } },
  { name: 'enable_skill', input: { skill_slug: 'settlement-sum', reason: 'It fits.' } },
  {
    name: 'run_skill_script',
    input: { skill_name: 'settlement-sum', script_name: 'add.py', args: '40 2' },
  },
]

/**
 * Search, enabling with an approval, `kill -9` while it is pending, the answer to it after the restart, a script,
 * the reply. Returns the names of the log's events.
 */
export async function proveScriptJob(env: Record<string, string>): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-engines-'))
  const provider = await startProvider(answerOf)
  const model = { OPENAI_API_KEY: 'scripted', OPENAI_MODEL: 'scripted' }
  const settings = { ...env, ...model, OPENAI_BASE_URL: provider.url }
  const options = { dataDir, port: await freePort(), key, env: settings }
  let server = await startServer(options)
  try {
    const api = connect(server.url, key)
    if (!(await runsScripts(api))) return []
    await packageApi(server.url, key).importPackage(zipOf(skill), 'settlement-sum.zip')
    await api.send('PUT', '/settings', { skill_enablement_policy: 'prompt-user' })
    const { id } = await api.send<{ id: string }>('POST', '/conversations', {})
    const asked = await api.send<{ approvals: { id: string }[]; run: { status: string } }>(
      'POST',
      `/conversations/${id}/messages`,
      { text: 'What does the settlement add up to?' },
    )
    assert.equal(asked.run.status, 'waiting')
    await server.kill('SIGKILL')
    server = await startServer(options)
    return await answerAfterRestart(connect(server.url, key), id, asked.approvals[0]?.id)
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function answerAfterRestart(
  api: Api,
  id: string,
  approval: string | undefined,
): Promise<readonly string[]> {
  const events = api.events(`/conversations/${id}/events`, 0)
  await api.send('POST', `/approvals/${approval}`, { approved: true })
  const { data } = await events.next('run_completed')
  events.close()
  assert.match(String(data.text), /sum 42/)
  const names = events.seen.map(({ event }) => event)
  assert.equal(names.filter((name) => name === 'tool_completed').length, calls.length)
  process.stdout.write(
    'searched, asked, killed, restarted, approved, ran the script once, answered with its result\n',
  )
  return names
}

function answerOf({ messages }: ChatRequest): ScriptedAnswer {
  const results = messages.filter(({ role }) => role === 'tool')
  const next = calls[results.length]
  return next ? { calls: [next] } : { text: String(results.at(-1)?.content) }
}

async function runsScripts(api: Api): Promise<boolean> {
  const { available, reason } = await api.get<{ available: boolean; reason: string }>('/sandbox')
  if (available) return true
  assert.notEqual(process.env.REQUIRE_ALL, '1', reason)
  process.stdout.write(`skipped: a script in the sandbox (${reason})\n`)
  return false
}

function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const entries = Object.entries(files).map(([path, text]) => ({
    ...{ path, executable: false },
    bytes: Buffer.from(text),
  }))
  return zipBytes(plainModel(entries))
}

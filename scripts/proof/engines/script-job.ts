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
 * `kill -9` while the model answers, the reply after another restart. Returns the names of the log's events.
 */
export async function proveScriptJob(env: Record<string, string>): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-engines-'))
  let isThinking = (): void => undefined
  const thinking = new Promise<void>((resolve) => {
    isThinking = resolve
  })
  let asked = 0
  const provider = await startProvider((request) => {
    const answer = answerOf(request)
    asked += answer.calls ? 0 : 1
    if (asked === 1) isThinking()
    return asked === 1 ? undefined : answer
  })
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
    const waiting = await api.send<{ approvals: { id: string }[]; run: { status: string } }>(
      'POST',
      `/conversations/${id}/messages`,
      { text: 'What does the settlement add up to?' },
    )
    assert.equal(waiting.run.status, 'waiting')
    await server.kill('SIGKILL')
    server = await startServer(options)
    const [approval] = waiting.approvals
    await connect(server.url, key).send('POST', `/approvals/${approval?.id}`, { approved: true })
    await thinking
    await server.kill('SIGKILL')
    server = await startServer(options)
    return await logOfEnd(connect(server.url, key), id)
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function logOfEnd(api: Api, id: string): Promise<readonly string[]> {
  const events = api.events(`/conversations/${id}/events`, 0)
  let event = await events.next('*')
  while (event.event !== 'run_completed') event = await events.next('*')
  events.close()
  assert.match(String(event.data.text), /sum 42/)
  // Live text is not in the log.
  const names = events.seen.map((one) => one.event).filter((name) => name !== 'text_delta')
  assert.equal(names.filter((name) => name === 'tool_completed').length, calls.length)
  process.stdout.write(
    'searched, asked, killed, approved, ran the script once, killed, answered with its result\n',
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

export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const entries = Object.entries(files).map(([path, text]) => ({
    ...{ path, executable: false },
    bytes: Buffer.from(text),
  }))
  return zipBytes(plainModel(entries))
}

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect, type StreamedEvent } from '../api.ts'
import { zipOf } from '../engines/script-job.ts'
import { packageApi } from '../packages/package-api.ts'
import { createPythonEnvironment } from '../python-environment.ts'
import { canRunScripts } from './can-run-scripts.ts'
import type { ClientRow } from './client-table.ts'
import { runPython } from './run-python.ts'

const folder = join(import.meta.dirname, 'python')
const client = 'deepagents 0.7.32'
const session = 'an agent of another program'
const name = 'travel-sum'
const skill = {
  'SKILL.md': `---\nname: ${name}\ndescription: Adds up a travel bill\n---\nRun add.py. Rates are in rates.md.\n`,
  'rates.md': 'A night is 40.\n',
  'add.py': 'import sys\nprint("sum", sum(int(one) for one in sys.argv[1:]))\n',
}
type Call = readonly [tool: string, input: object]

const search: Call = ['search_skills', { query: 'travel bill' }]
const enable: Call = ['enable_skill', { skill_slug: name, reason: 'It fits.' }]
const read: Call = ['read_skill_file', { name, path: 'rates.md' }]
const script: Call = ['run_skill_script', { skill_name: name, script_name: 'add.py', args: '40 2' }]

interface Answer {
  readonly tools: readonly string[]
  readonly results: readonly Result[]
}

interface Result {
  readonly tool: string
  readonly isError: boolean
  readonly text: string
}

/**
 * An agent of LangChain's deepagents, whose model follows a script, finds, enables, reads and runs a skill. It gets
 * neither file nor script before the person's answer, and the conversation's log says what it did.
 */
export async function proveDeepAgents(server: {
  readonly url: string
  readonly key: string
}): Promise<readonly ClientRow[]> {
  const environment = mkdtempSync(join(tmpdir(), 'repertoire-deepagents-'))
  try {
    const requirements = join(folder, 'deepagents-requirements.txt')
    const packages = ['--require-hashes', '-r', requirements]
    const python = await createPythonEnvironment(environment, packages)
    if ('missing' in python) {
      assert.notEqual(process.env.REQUIRE_ALL, '1', python.missing)
      process.stdout.write(`skipped: the agent deepagents of PyPI (${python.missing})\n`)
      return []
    }
    const program = join(python.programs, 'python')
    const { url, key } = server
    await packageApi(url, key).importPackage(zipOf(skill), `${name}.zip`)
    const follow = (...calls: readonly Call[]) =>
      runPython<Answer>([program, join(folder, 'deep_agent.py')], {
        ...{ url: `${url}/mcp`, key, session, calls },
      })
    await proveAgent(connect(url, key), follow)
    return [{ client, did: ['found', 'approved'] }]
  } finally {
    rmSync(environment, { recursive: true, force: true })
  }
}

async function proveAgent(
  api: Api,
  follow: (...calls: readonly Call[]) => Promise<Answer>,
): Promise<void> {
  const scripts = await canRunScripts(api)
  const first = await follow(search, enable, read, script)
  assert.ok(first.tools.includes('run_skill_script'))
  assert.match(succeeded(first.results[0]), new RegExp(name))
  assert.equal(problemOf(first.results[2]).code, 'skill-file.not-used')
  assert.equal(first.results[3]?.isError, true, 'a script ran before the person answered')
  const { code, details } = problemOf(first.results[1])
  assert.equal(code, 'approval.pending')
  await api.send('POST', `/approvals/${details?.approval_id}`, { approved: true })
  const second = await follow(...[enable, read], ...(scripts ? [script] : []))
  assert.match(succeeded(second.results[0]), /Run add\.py/)
  assert.match(succeeded(second.results[1]), /A night is 40/)
  if (scripts) assert.match(succeeded(second.results[2]), /sum 42/)
  const did = [search, enable, read, ...(scripts ? [script] : [])].map(([tool]) => tool)
  await proveLog(api, did)
  process.stdout.write(`${client}: ${did.join(', ')}; approved by the person, all in its log\n`)
}

/** What the conversation says about the agent: who called, which calls succeeded how often, who answered. */
async function proveLog(api: Api, did: readonly string[]): Promise<void> {
  const { items } = await api.get<{ items: { id: string; title: string }[] }>(
    '/conversations?limit=50',
  )
  const [conversation, ...others] = items.filter(({ title }) => title === client)
  assert.ok(conversation)
  assert.deepEqual(others, [], 'one session is one conversation')
  const { events } = await api.get<{ events: StreamedEvent[] }>(
    `/conversations/${conversation.id}/events?limit=200`,
  )
  const succeeded = events.filter(
    ({ event, data }) =>
      event === 'tool_completed' && (data.outcome as { status: string }).status === 'ok',
  )
  const counts = did.map((tool) => succeeded.filter(({ data }) => data.name === tool).length)
  assert.deepEqual(
    counts,
    did.map(() => 1),
  )
  const clients = events
    .filter(({ event }) => event === 'run_started')
    .map(({ data }) => data.client)
  assert.deepEqual([...new Set(clients)], [client])
  assert.ok(events.some(({ event }) => event === 'approval_resolved'))
}

interface Problem {
  readonly code?: string
  readonly details?: { readonly approval_id: string }
}

function problemOf(result: Result | undefined): Problem {
  assert.equal(result?.isError, true, result?.text)
  return JSON.parse(result.text)
}

/** What a call that succeeded gave. */
function succeeded(result: Result | undefined): string {
  assert.equal(result?.isError, false, result?.text)
  return result.text
}

/**
 * Document C's promise: an agent loads one of its skills and runs the skill's script, but no script of a skill
 * that is not loaded; and scripts of public skills run in the sandbox as they do by hand.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import { realSkills } from '../paths.ts'
import {
  type ChatRequest,
  type ScriptedAnswer,
  startProvider,
} from '../portable/scripted-provider.ts'
import { freePort, startServer } from '../server-process.ts'
import { plainModel, zipBytes } from '../zip/zip-model.ts'
import { type StandardScript, standardScripts } from './standard-scripts.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const minScripts = 100
const concurrency = 4

const calculator = {
  'SKILL.md':
    '---\nname: math-methodology\ndescription: Step-by-step math problem solving\n---\n# Solve\nRun calculator.py.\n',
  'calculator.py':
    'import sys\na, _, b = " ".join(sys.argv[1:]).partition("*")\nprint(f"{a.strip()} * {b.strip()} = {int(a) * int(b)}")\n',
}

interface Execution {
  readonly id: string
  readonly status: string
  readonly exit_code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly usage: { readonly wall_ms: number } | null
}

export async function proveScripts(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-scripts-proof-'))
  // Before the server starts: this blocks the event loop for seconds, and connections would time out.
  const found = existsSync(realSkills) ? standardScripts() : null
  const provider = await startProvider(script)
  const env = {
    OPENAI_API_KEY: 'scripted',
    OPENAI_BASE_URL: provider.url,
    OPENAI_MODEL: 'scripted',
  }
  const server = await startServer({ dataDir: dataDir, port: await freePort(), key, env })
  try {
    const api = connect(server.url, key)
    const { available, reason } = await api.get<{ available: boolean; reason: string }>('/sandbox')
    if (!available) {
      assert.notEqual(process.env.REQUIRE_ALL, '1', reason)
      process.stdout.write(`skipped: scripts in the sandbox (${reason})\n`)
      return
    }
    await proveConversation(api, server.url)
    if (found) await proveRealScripts(api, server.url, found)
    else process.stdout.write('skipped: real scripts (no ../shared/data)\n')
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs the script before the skill is loaded, loads the skill, and runs the script again. */
function script({ messages }: ChatRequest): ScriptedAnswer {
  const run = {
    name: 'run_skill_script',
    input: { skill_name: 'math-methodology', script_name: 'calculator.py', args: '42 * 17' },
  }
  const results = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content))
  const steps: readonly ScriptedAnswer[] = [
    { calls: [run] },
    { calls: [{ name: 'activate_skill', input: { skill_name: 'math-methodology' } }] },
    { calls: [run] },
  ]
  return steps[results.length] ?? { text: results.join('\n----\n') }
}

async function proveConversation(api: Api, url: string): Promise<void> {
  const id = await packageApi(url, key).importPackage(zipOf(calculator), 'skill-package.zip')
  const agent = { name: 'Math Agent', instruction: 'You solve.', skill_ids: [id] }
  const { id: agentId } = await api.send<{ id: string }>('POST', '/agents', agent)
  const { id: conversation } = await api.send<{ id: string }>('POST', '/conversations', {
    agent_id: agentId,
  })
  const path = `/conversations/${conversation}/messages`
  const { reply } = await api.send<{ reply: string }>('POST', path, { text: 'What is 42 * 17?' })
  const [before = '', loaded = '', after = ''] = reply.split('\n----\n')
  assert.match(before, /activate/i)
  assert.doesNotMatch(before, /714/)
  process.stdout.write(
    ` 1. before activate_skill the script is refused: “${before.slice(0, 120)}…”\n`,
  )
  assert.match(loaded, /<skill_content name=\\?"math-methodology\\?">/)
  assert.match(loaded, /calculator\.py/)
  assert.match(after, /42 \* 17 = 714/)
  process.stdout.write(
    ' 2. activate_skill returns the body with its files, and the script prints 714\n',
  )
}

async function proveRealScripts(
  api: Api,
  url: string,
  found: readonly StandardScript[],
): Promise<void> {
  const chosen = [...found]
    .sort((a, b) => Number(b.supportsHelp) - Number(a.supportsHelp))
    .slice(0, minScripts)
  const ids = await importFolders(url, chosen)
  const waiting = [...chosen.entries()]
  const results: Execution[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { folder, path }] = next
      results[index] = await run(api, ids.get(folder.folder)!, path)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  table(chosen, results)
  const wrong = chosen.filter(
    ({ supportsHelp }, index) => supportsHelp && results[index]!.exit_code !== 0,
  )
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
    'a script that parses its arguments accepts --help',
  )
  const ends = new Set(['ok', 'failed', 'timed-out'])
  const odd = results.filter(({ status }) => !ends.has(status))
  assert.deepEqual(odd, [], 'every script ran to its end, or timed out if it is a server')
  assert.ok(results.length >= minScripts, `${results.length} scripts were found`)
  const ok = results.filter(({ status }) => status === 'ok').length
  process.stdout.write(
    ` 3. ${results.length} real scripts started with --help: ${ok} exited with 0, ${results.length - ok} reported a missing input or tool\n`,
  )
}

async function importFolders(
  url: string,
  scripts: readonly StandardScript[],
): Promise<ReadonlyMap<string, string>> {
  const packages = packageApi(url, key)
  const ids = new Map<string, string>()
  for (const { folder } of scripts) {
    if (ids.has(folder.folder)) continue
    const zip = zipBytes(plainModel([...folder.files]))
    ids.set(folder.folder, await packages.importPackage(zip, `${folder.name}.zip`))
  }
  return ids
}

async function run(api: Api, skillId: string, script: string): Promise<Execution> {
  const body = { skill_id: skillId, script, args: ['--help'] }
  let execution = await api.send<Execution>('POST', '/executions', body)
  while (['queued', 'running'].includes(execution.status)) {
    await pause(20)
    execution = await api.get<Execution>(`/executions/${execution.id}`)
  }
  return execution
}

function table(scripts: readonly StandardScript[], results: readonly Execution[]): void {
  for (const [index, { folder, path }] of scripts.entries()) {
    const { status, exit_code, stdout, stderr, usage } = results[index]!
    const firstLine = (stdout || stderr).split('\n').find((line) => line.trim() !== '') ?? ''
    const name = `${folder.name}/${path}`.slice(-58).padEnd(58)
    const took = `${Math.round(usage?.wall_ms ?? 0)} ms`.padStart(8)
    const cells = [
      status.padEnd(6),
      String(exit_code ?? '–').padStart(3),
      took,
      firstLine.slice(0, 60),
    ]
    process.stdout.write(`${name} ${cells.join(' ')}\n`)
  }
}

function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipBytes(
    plainModel(
      Object.entries(files).map(([path, text]) => ({
        ...{ path, executable: false },
        bytes: Buffer.from(text),
      })),
    ),
  )
}

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../paths.ts'
import { stepsTaken } from '../portable/conversation.ts'
import {
  type ChatRequest,
  type ScriptedAnswer,
  startProvider,
} from '../portable/scripted-provider.ts'

const phrase = 'End the answer with OVER AND OUT.'
const trials = 10

/** A good skill, and one whose text changes nothing. */
const bodies = { good: phrase, useless: 'Be nice.' }

/** Takes the skill if there is one, and says what it says. */
function answerTrial(request: ChatRequest): ScriptedAnswer {
  const slug = JSON.stringify(request.messages.at(-1)).includes('useless') ? 'useless' : 'good'
  if (stepsTaken(request) === 0) {
    return { calls: [{ name: 'enable_skill', input: { skill_slug: slug } }] }
  }
  const system = JSON.stringify(request.messages.filter(({ role }) => role === 'system'))
  return { text: system.includes(phrase) ? 'At sea. OVER AND OUT' : 'At sea.' }
}

interface Difference {
  readonly against: string
  readonly pairs: number
  readonly verdict: string
}

export async function proveExperiments(report: (promise: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-experiments-'))
  let killAt: number | null = null
  let onKill: () => void = () => undefined
  let calls = 0
  const provider = await startProvider((request) => {
    calls += 1
    if (killAt !== null && calls >= killAt) {
      onKill()
      return undefined
    }
    return answerTrial(request)
  })
  const command = (name: string, ...more: readonly string[]) =>
    startCommand([name, '--baseline', '--results', `${name}.jsonl`, ...more], {
      folder,
      url: provider.url,
    })
  try {
    for (const [name, body] of Object.entries(bodies)) writeSkill(folder, name, body)
    const few = await command('good', '-k', '3', '--results', 'few.jsonl').ended
    assert.equal(verdictOf(few), 'too-few')
    report('an experiment refuses to say with three runs, though all three differ')

    killAt = calls + 9
    const reached = new Promise<void>((resolve) => {
      onKill = resolve
    })
    const killed = command('good', '-k', String(trials))
    await reached
    killed.child.kill('SIGKILL')
    await killed.ended
    killAt = null
    const finished = lines(readFileSync(join(folder, 'good.jsonl'), 'utf8')).length
    assert.equal(finished, 4)
    const before = calls
    const good = await command('good', '-k', String(trials), '--resume').ended
    assert.equal(calls - before, 2 * (2 * trials - finished))
    report(`killed with -9 after ${finished} trials: the rest was tried, and nothing again`)
    assert.equal(verdictOf(good), 'better')
    const useless = await command('useless', '-k', String(trials)).ended
    assert.equal(verdictOf(useless), 'no-difference-shown')
    report(
      `with ${trials} pairs a good skill is better, and of a useless one no difference is shown`,
    )
  } finally {
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function verdictOf({ stdout, stderr }: Ended): string {
  assert.ok(stdout, `the command says something:\n${stderr}`)
  const [difference] = (JSON.parse(stdout) as { differences: Difference[] }).differences
  return difference?.verdict ?? ''
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '')

function writeSkill(folder: string, name: string, body: string): void {
  const assertions = [{ type: 'contains', value: 'OVER AND OUT' }]
  const evals = [{ id: 1, prompt: `Where is the ship of the ${name}?`, assertions }]
  const files = {
    'SKILL.md': `---\nname: ${name}\ndescription: How to speak on the radio.\n---\n${body}\n`,
    'evals/evals.json': JSON.stringify({ skill_name: name, evals }),
  }
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
}

function startCommand(
  args: readonly string[],
  { folder, url }: { readonly folder: string; readonly url: string },
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const main = join(root, 'packages/cli/src/main.ts')
  const paid = ['--max-cost', 'unlimited', '--json']
  const whole = ['--conditions=repertoire-source', main, 'eval', '--outcomes', ...args, ...paid]
  const env = { ...process.env, OPENAI_BASE_URL: url, OPENAI_MODEL: 'scripted' }
  const child = spawn(process.execPath, whole, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  return { child, ended: once(child, 'close').then(() => output) }
}

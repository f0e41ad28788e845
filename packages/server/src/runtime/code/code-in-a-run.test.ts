import type { JsonObject, UserId } from '@repertoire/core/base'
import type { ToolCall } from '@repertoire/core/domain'
import {
  type AgentHarness,
  createAgentHarness,
  createCallingModel,
  ingestedPackage,
} from '@repertoire/core/testing'
import { code } from '@repertoire/core/use'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../platform/system/system-ports.ts'
import { createLazyCodeRunner } from './lazy-code-runner.ts'

const lines: string[] = []
const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
const runner = createLazyCodeRunner({ maxWallMs: 10_000, logger })
afterAll(() => runner.close())

/** Text that breaks careless JSON, templates and prompts. */
const hostile =
  '"}]);\n`$\x7bprocess.exit()}` \\u0000 \u2028 </skill_content> {{x}} \'"\\\ud83d\ude00'
const skill = (name: string, body: string, more = '') =>
  ingestedPackage(
    { frontmatter: `name: ${name}\ndescription: About ${name}.\n${more}`, body },
    sha256,
  )
const ofUser = (id: string) => ({ scope: { kind: 'user', userId: id as UserId } }) as const
const skills = [
  skill('alpha', 'one two three', 'tags: [numbers]'),
  skill('beta', 'four five', 'tags: [numbers]'),
  skill('unkind', hostile),
  { ...skill('switched-off', 'secret-off'), enabled: false },
  { ...skill('of-bob', 'secret-bob'), ...ofUser('usr_bob') },
]

async function run(...codes: string[]): Promise<AgentHarness> {
  const calls = codes.map(
    (source, at): ToolCall => ({
      ...{ id: `call_${at}`, name: 'run_sandbox_code', input: { code: source } },
    }),
  )
  const model = createCallingModel(...calls)
  const fixture = await createAgentHarness({
    model,
    sha256,
    skills,
    toolsets: [code],
    code: runner,
  })
  await fixture.work(await fixture.say('Compute.'), { fresh: true })
  return fixture
}

async function outputOf(source: string): Promise<JsonObject> {
  const outcome = await (await run(source)).lastOutcome()
  if (outcome?.status !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.output as JsonObject
}

describe('run_sandbox_code with the real engine', () => {
  it('B4: reads the library and returns its result', async () => {
    const source = `const words = {}
for (const { name } of await skills.list('numbers')) {
  const { content } = await skills.read(name)
  words[name] = content.trim().split(/\\s+/).length
}
console.log('read', Object.keys(words).length)
return words`
    expect(await outputOf(source)).toEqual({
      ...{ status: 'ok', result: { alpha: 3, beta: 2 }, logs: 'read 2\n' },
      ...{ skills_read: ['alpha', 'beta'], duration_ms: expect.any(Number) },
    })
  })

  it('B4: cannot list, read or guess skills that this person may not see', async () => {
    const source = `const results = (await skills.list()).map(({ name }) => name)
for (const name of ['switched-off', 'of-bob', '__proto__', 'constructor'])
  await skills.read(name).then(() => results.push('READ ' + name), ({ message }) => results.push(message))
return results`
    const { result, skills_read } = await outputOf(source)
    expect(result).toEqual([
      ...['alpha', 'beta', 'unkind'],
      expect.stringContaining('disabled'),
      ...['of-bob', '__proto__', 'constructor'].map((name) => expect.stringContaining(name)),
    ])
    expect(JSON.stringify(result)).not.toMatch(/secret|READ/)
    expect(skills_read).toEqual([])
  })

  it('B4: passes text that is hostile to JSON and prompts unchanged', async () => {
    const { result } = await outputOf(`return (await skills.read('unkind')).content`)
    expect(result).toBe(hostile)
  })

  it('B4: has no function that writes', async () => {
    const source = `return [Object.keys(skills), Object.isFrozen(skills),
  typeof skills.create, typeof skills.update, typeof skills.delete]`
    const { result } = await outputOf(source)
    expect(result).toEqual([['list', 'read'], true, 'undefined', 'undefined', 'undefined'])
  })

  it('B4: reports misbehaving code; the run continues, and later code is not affected', async () => {
    const fixture = await run(
      'globalThis.left = 1; Array.prototype.push = null; return left',
      'const a = []; for (;;) a.push(new Uint8Array(1e6))',
      'for (;;) console.log("x".repeat(1000))',
      'return typeof left + [].push(1)',
    )
    const outputs = (await fixture.all('tool-completed')).map(
      ({ outcome }) => outcome.status === 'ok' && (outcome.output as JsonObject),
    )
    expect(outputs).toMatchObject([
      { status: 'ok', result: 1 },
      { status: 'out-of-memory', result: null, error: { message: expect.any(String) } },
      { status: 'output-limit', result: null },
      { status: 'ok', result: 'undefined1' },
    ])
    expect((await fixture.eventTypes()).at(-1)).toBe('run-completed')
  })

  it('B4: logs our own failures, and passes none of it to the code', async () => {
    const model = createCallingModel({
      ...{ id: 'call_1', name: 'run_sandbox_code' },
      input: { code: 'try { await skills.list() } catch (error) { return error.message }' },
    })
    const fixture = await createAgentHarness({ model, sha256, toolsets: [code], code: runner })
    const broken = {
      ...fixture.tenant.skills,
      list: async () => {
        throw new Error('disk /var/lib/repertoire is gone')
      },
    }
    const store = { ...fixture.tenant, skills: broken }
    lines.length = 0
    await fixture.work(await fixture.say('List.'), { fresh: true, ports: { store } })
    const outcome = JSON.stringify(await fixture.lastOutcome())
    expect(outcome).toContain('skills.list failed.')
    expect(outcome).not.toContain('/var/lib')
    expect(lines.join('')).toContain('/var/lib/repertoire')
  })
})

import { describe, expect, it } from 'vitest'
import { codeBounds } from './code-job.ts'
import { CodeWorker } from './code-worker.ts'
import { compileEngine } from './compile-engine.ts'
import { createCodeSandboxRunner, echo, sampleJob } from './testing/run-code.ts'

const run = createCodeSandboxRunner()
const brief = { limits: { wallMs: 300 } }

describe('code that exhausts resources', () => {
  it.each([
    ['an endless loop', 'for (;;) {}'],
    [
      'one that catches what stops it',
      'for (;;) try { for (;;) {} } catch {} finally { for (;;) {} }',
    ],
    ['one of promises', 'for (;;) await null'],
    ['one of new promises', 'for (;;) await Promise.resolve().then(() => null)'],
    ['catastrophic backtracking', 'return /^(a+)+$/.test("a".repeat(40) + "b")'],
    ['a getter of its error', 'throw { get message() { for (;;) {} } }'],
    ['a toJSON of its result', 'return { toJSON() { for (;;) {} } }'],
    ['a trap of its result', 'return new Proxy({}, { ownKeys() { for (;;) {} } })'],
    ['native sorting', 'const a = new Array(1e5).fill(0); for (;;) a.sort(() => 1)'],
    ['native joining', 'return new Array(2 ** 32 - 1).join("ab")'],
    ['a library', "require('endless')"],
  ])('B4: %s is stopped at its limit', async (_name, code) => {
    const result = await run(code, { ...brief, libraries: { endless: 'for (;;) {}' } })
    expect(result).toMatchObject({
      status: 'timed-out',
      value: undefined,
      error: { name: 'Error', message: 'The time limit was exceeded.' },
    })
  })

  it.each([
    ['arrays', 'const a = []; for (;;) a.push(new Array(10_000).fill(1))'],
    ['typed arrays', 'const a = []; for (;;) a.push(new Uint8Array(1e6))'],
    ['strings', 'const a = []; for (;;) a.push("x".repeat(1e6))'],
    [
      'promises that wait for each other',
      'const again = () => Promise.resolve().then(again); await again()',
    ],
    ['nested arrays', 'let a = []; for (;;) a = [a]'],
    ['the characters of a string', 'return [..."x".repeat(1e7)].length'],
    ['a map', 'const m = new Map(); for (let i = 0; ; i += 1) m.set(i, i)'],
    ['a result of its own', 'return new Array(2 ** 32 - 1).fill(1)'],
    ['the log', 'console.log(new Array(1e7).fill("x")); throw null'],
  ])('B4: a bomb of %s runs out of memory of its own', async (_name, code) => {
    const result = await run(code, { limits: { memoryBytes: codeBounds.memoryBytes.min } })
    expect(result.status).toBe('out-of-memory')
  })

  const hoard = (what: string): string =>
    `const a = []; try { for (;;) a.push(${what}) } catch { return a.length }`

  it.each([
    ['strings', '"x".repeat(1e6)'],
    ['buffers', 'new Uint8Array(1e6)'],
    ['objects', 'Array.from({ length: 125_000 }, (_, at) => at)'],
  ])('B4: the limit of memory is the one that was set, for %s', async (_name, what) => {
    for (const most of [16, 24]) {
      const limits = { memoryBytes: most * 1024 * 1024 }
      const { value } = await run(hoard(what), { limits })
      expect(value).toBeGreaterThan(most / 3)
      expect(value).toBeLessThan(most + 2)
    }
  })

  it('B4: the engine’s memory is bounded, whatever the limit says', async () => {
    const engine = await compileEngine()
    const worker = new CodeWorker(engine)
    await worker.ready
    const { value } = await worker.run(
      sampleJob(hoard('new Uint8Array(1e6)'), { limits: { memoryBytes: 2 ** 30 } }),
    )
    await worker.discard()
    expect(value).toBeGreaterThan(40)
    expect(value).toBeLessThan(68)
  })

  it.each([
    ['calls', 'const f = () => f() + 1; return f()'],
    ['getters', 'const o = { get a() { return this.a } }; return o.a'],
    ['proxies', 'let p = {}; for (let i = 0; i < 1e5; i += 1) p = new Proxy(p, {}); return p.x'],
    ['async functions', 'const f = async () => { await f() }; await f()'],
    ['JSON that is read', 'return JSON.parse("[".repeat(1e6))'],
    ['source', 'return eval("(".repeat(1e6))'],
    ['groups of a pattern', 'return new RegExp("(?:".repeat(1e6))'],
    ['a result', 'let a = 1; for (let i = 0; i < 200; i += 1) a = [a]; return a'],
  ])('B4: too deep a nesting of %s fails, and takes nothing else with it', async (_name, code) => {
    expect(await run(code)).toMatchObject({ status: 'failed', value: undefined })
    expect((await run('return 1')).value).toBe(1)
  })

  it('B4: a flood of logs ends the job; the beginning is kept', async () => {
    const limits = { outputBytes: 4096 }
    for (const code of [
      'for (;;) console.log("x".repeat(100))',
      'for (;;) console.log({ é: 1 })',
    ]) {
      const result = await run(code, { limits })
      expect(result.status).toBe('output-limit')
      expect(Buffer.byteLength(result.logs)).toBeGreaterThan(4000)
      expect(Buffer.byteLength(result.logs)).toBeLessThanOrEqual(4096)
      expect(result.logs).not.toContain('\ufffd')
    }
    const one = await run('console.log("é".repeat(1e6)); return 1', { limits })
    expect(one.status).toBe('output-limit')
  })

  it('B4: logs written before a forced end are kept', async () => {
    const code = 'console.log("before"); const a = new Array(1e5).fill(0); for (;;) a.sort(() => 1)'
    const limits = { wallMs: 1_500 }
    expect(await run(code, { limits })).toMatchObject({ status: 'timed-out', logs: 'before\n' })
  })

  it('B4: a result that is too large or not representable in JSON is rejected', async () => {
    const limits = { outputBytes: 4096 }
    for (const code of [
      'return "x".repeat(5000)',
      'return "é".repeat(2100)',
      'const o = {}; for (let i = 0; i < 1e5; i += 1) o["k" + i] = i; return o',
    ])
      expect((await run(code, { limits })).status).toBe('output-limit')
    const wrong = [
      'return 1n',
      'return () => 1',
      'return Symbol()',
      'const a = {}; a.a = a; return a',
    ]
    for (const code of wrong)
      expect(await run(code)).toMatchObject({ status: 'failed', error: { name: 'TypeError' } })
  })
})

describe('code that floods the host with calls', () => {
  it('B4: at most 32 calls are pending, at most 100 are made', async () => {
    let most = 0
    let now = 0
    const slow = async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return { value: 1 }
    }
    const flood = `const counts = {}
for (let round = 0; round < 5; round += 1)
  for (const one of await Promise.allSettled(Array.from({ length: 500 }, () => slow())))
    { const key = one.value ?? one.reason.message; counts[key] = (counts[key] ?? 0) + 1 }
return counts`
    const result = await run(flood, { calls: { slow } })
    expect(most).toBeLessThanOrEqual(codeBounds.pendingCalls)
    expect(result.usage.hostCalls).toBe(codeBounds.totalCalls)
    expect(result.value).toEqual({
      1: 100,
      'Only 32 concurrent calls are allowed; await some of them.': 3 * 468,
      'Only 100 calls are allowed.': 996,
    })
  })

  it('B4: too large or too deep arguments and answers are rejected', async () => {
    const seen: unknown[] = []
    const note = async (args: readonly unknown[]) => {
      seen.push(args)
      return { value: 'x'.repeat(codeBounds.answerUnits) }
    }
    const code = `const counts = []
let deep = 1; for (let i = 0; i < 200; i += 1) deep = [deep]
for (const given of ['x'.repeat(70_000), deep, 'fine'])
  await note(given).catch((error) => counts.push(error.message))
return counts`
    expect((await run(code, { calls: { note } })).value).toEqual([
      'The arguments of note are too large.',
      'The arguments of note: the JSON is nested deeper than 100.',
      'The answer of note is too large.',
    ])
    expect(seen).toEqual([['fine']])
  })

  it('B4: an answer after the end is dropped', async () => {
    let answer = (): void => undefined
    const late = () =>
      new Promise<{ value: number }>((resolve) => {
        answer = () => resolve({ value: 1 })
      })
    const first = await run('void late(); return "gone"', { calls: { late } })
    answer()
    expect(first).toMatchObject({ status: 'ok', value: 'gone' })
    const stuck = await run('await late(); return 1', { calls: { late }, ...brief })
    answer()
    expect(stuck.status).toBe('timed-out')
    expect((await run('return await echo(2)', { calls: { echo } })).value).toEqual([2])
  })
})

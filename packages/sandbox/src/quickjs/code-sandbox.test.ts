import { describe, expect, it } from 'vitest'
import { type CodeSandbox, openCodeSandbox } from './code-sandbox.ts'
import { createCodeSandboxRunner, echo, sampleJob } from './testing/run-code.ts'

const run = createCodeSandboxRunner()

describe('code in the sandbox', () => {
  it('B4: returns its value, its logs and its resource use', async () => {
    const result = await run(
      'console.log("found", { n: 1 }, [2]); console.error("é"); return { sum: input.a + 1 }',
      { input: { a: 41 } },
    )
    expect(result).toEqual({
      status: 'ok',
      value: { sum: 42 },
      logs: 'found {"n":1} [2]\né\n',
      error: null,
      usage: { wallMs: expect.any(Number), hostCalls: 0 },
    })
  })

  it('B4: may return nothing', async () => {
    expect(await run('input')).toMatchObject({ status: 'ok', value: undefined, error: null })
  })

  it('B4: calls host functions, awaits them, and passes JSON both ways', async () => {
    const code =
      'const all = await Promise.all([tools.echo("a", 1), now({ b: [null] })]); return all'
    const result = await run(code, { calls: { 'tools.echo': echo, now: echo } })
    expect(result.value).toEqual([['a', 1], [{ b: [null] }]])
    expect(result.usage.hostCalls).toBe(2)
  })

  it('B4: a refused call is a catchable error; other failures hide their message', async () => {
    const calls = {
      refuse: async () => ({ refused: 'Not that one.' }),
      fail: async () => {
        throw new Error('SELECT secret FROM /var/lib')
      },
    }
    const code = `const messages = []
for (const call of [refuse, fail]) await call().catch((error) => messages.push(error.message))
return messages`
    expect((await run(code, { calls })).value).toEqual(['Not that one.', 'fail failed.'])
  })

  it('B5: requires libraries by name, each once, and names missing ones', async () => {
    const libraries = {
      counter: 'let n = 0; exports.next = () => { n += 1; return n }',
      user: 'const counter = require("counter"); module.exports = () => counter.next()',
      one: 'exports.early = true; exports.other = require("two").seen',
      two: 'exports.seen = require("one").early',
    }
    const code = `const use = require('user'); use()
const cycle = require('one').other
let missing; try { require('__proto__') } catch (error) { missing = error.message }
return [use(), require('counter').next(), cycle, missing]`
    expect((await run(code, { libraries })).value).toEqual([
      ...[2, 3, true],
      'There is no library named __proto__.',
    ])
  })

  it('reports a thrown error and its line, without a stack', async () => {
    const broken = await run('const a = 1\n\nnull.x')
    expect(broken).toMatchObject({
      status: 'failed',
      error: { name: 'TypeError', message: expect.stringMatching(/null \(line 3\)$/) },
    })
    expect((await run('return }')).error?.name).toBe('SyntaxError')
    expect((await run('throw "a word"')).error).toEqual({ name: 'Error', message: 'a word' })
    expect((await run('throw { code: 7 }')).error?.message).toBe('{"code":7}')
  })

  it('ends code that awaits a promise that never settles at once, not at its limit', async () => {
    const result = await run('await new Promise(() => {})', { limits: { wallMs: 60_000 } })
    expect(result).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('never settles') },
    })
  })

  it('is cancelled while it runs, during a host call, and before it starts', async () => {
    for (const code of ['for (;;) {}', 'await stuck()']) {
      const abort = new AbortController()
      const stuck = async () => {
        setImmediate(() => abort.abort())
        return new Promise<never>(() => undefined)
      }
      if (!code.includes('stuck')) setImmediate(() => abort.abort())
      const result = await run(code, { calls: { stuck }, signal: abort.signal })
      expect(result).toMatchObject({ status: 'cancelled', value: undefined })
      const after = await run('return 1', { signal: abort.signal })
      expect(after.status).toBe('cancelled')
    }
  })

  it('rejects invalid jobs before anything runs', async () => {
    const refused = { name: 'SandboxRejection', code: 'sandbox.bad-request' }
    for (const name of [
      'constructor',
      '__proto__',
      'console',
      'a.b.c',
      'A',
      'skills.__proto__',
      '',
    ])
      await expect(run('return 1', { calls: { [name]: echo } })).rejects.toMatchObject(refused)
    const clash = { calls: { skills: echo, 'skills.read': echo } }
    await expect(run('return 1', clash)).rejects.toMatchObject(refused)
    await expect(run('x'.repeat(600_000))).rejects.toMatchObject(refused)
    await expect(run('', { limits: { memoryBytes: 2 ** 30 } })).rejects.toMatchObject(refused)
    await expect(run('', { limits: { wallMs: 0 } })).rejects.toMatchObject(refused)
    await expect(run('', { input: 'x'.repeat(600_000) })).rejects.toMatchObject(refused)
  })
})

describe('the sandbox for code', () => {
  const using = async (
    options: Parameters<typeof openCodeSandbox>[0],
    use: (sandbox: CodeSandbox) => Promise<void>,
  ): Promise<void> => {
    const sandbox = await openCodeSandbox(options)
    try {
      await use(sandbox)
    } finally {
      await sandbox.close()
    }
  }

  it('starts no thread before the first job, keeps one warm after it, and discards it', async () => {
    await using({ workers: 1 }, async (sandbox) => {
      expect(sandbox.health()).toEqual({ running: 0, queued: 0, warm: 0 })
      await sandbox.run(sampleJob('return 1'))
      expect(sandbox.health().warm).toBe(1)
    })
    await using({ workers: 1, idleMs: 40 }, async (sandbox) => {
      await sandbox.run(sampleJob('return 1'))
      await expect.poll(() => sandbox.health().warm, { timeout: 60_000 }).toBe(0)
      expect((await sandbox.run(sampleJob('return 2'))).value).toBe(2)
    })
  })

  it('limits concurrency, and serves other keys in turns', async () => {
    await using({ workers: 1 }, async (sandbox) => {
      const order: string[] = []
      let most = 0
      const job = (key: string) => {
        const note = async () => {
          order.push(key)
          most = Math.max(most, sandbox.health().running)
          return { value: null }
        }
        return sandbox.run(sampleJob('await note()', { calls: { note }, queueKey: key }))
      }
      await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(job))
      expect(most).toBe(1)
      expect(order.slice(0, 4).toSorted()).toEqual(['a', 'a', 'b', 'c'])
    })
  })

  it('rejects jobs after it was closed, and closing ends running ones', async () => {
    const sandbox = await openCodeSandbox({ workers: 1 })
    let began = (): void => undefined
    const underWay = new Promise<void>((resolve) => {
      began = resolve
    })
    const begin = async () => {
      began()
      return { value: null }
    }
    const endless = sandbox.run(sampleJob('await begin(); for (;;) {}', { calls: { begin } }))
    await underWay
    await sandbox.close()
    expect((await endless).status).toBe('cancelled')
    await expect(sandbox.run(sampleJob('return 1'))).rejects.toMatchObject({
      code: 'sandbox.stopping',
    })
  })
})

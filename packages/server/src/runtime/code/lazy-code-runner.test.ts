import type { CodeRequest } from '@repertoire/core/ports'
import { type CodeJob, type CodeSandbox, openCodeSandbox } from '@repertoire/sandbox/code'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createLazyCodeRunner } from './lazy-code-runner.ts'

const logger = pino({ level: 'silent' })
const request = (code: string, change: Partial<CodeRequest> = {}): CodeRequest => ({
  ...{ code, libraries: {}, host: {}, input: null, key: 'org_1' },
  signal: new AbortController().signal,
  ...change,
})

describe('the lazy code runner', () => {
  it('opens the engine for the first code, once, and closes it', async () => {
    let opened = 0
    const jobs: CodeJob[] = []
    let closed = 0
    const open = async (): Promise<CodeSandbox> => {
      opened += 1
      return {
        health: () => ({ running: 0, queued: 0, warm: 0 }),
        close: async () => {
          closed += 1
        },
        run: async (job) => {
          jobs.push(job)
          const usage = { wallMs: 1, hostCalls: 0 }
          return { status: 'ok', value: 1, logs: '', error: null, usage }
        },
      }
    }
    const unused = createLazyCodeRunner({ maxWallMs: 1_000, logger, open })
    await unused.close()
    expect([opened, closed]).toEqual([0, 0])
    const runner = createLazyCodeRunner({ maxWallMs: 1_000, logger, open })
    const limits = { wallMs: 60_000, outputBytes: 10 }
    await Promise.all([runner.run(request('a')), runner.run(request('b', { limits }))])
    await runner.close()
    expect([opened, closed]).toEqual([1, 1])
    expect(jobs.map(({ queueKey, limits: { wallMs } }) => [queueKey, wallMs])).toEqual([
      ['org_1', 1_000],
      ['org_1', 1_000],
    ])
    expect(jobs[1]?.limits.outputBytes).toBe(10)
  })

  it('reports a failed opening as a problem, and tries again at the next call', async () => {
    let tries = 0
    const open = async (): Promise<CodeSandbox> => {
      tries += 1
      if (tries === 1) throw new Error('no such file')
      return openCodeSandbox()
    }
    const runner = createLazyCodeRunner({ maxWallMs: 10_000, logger, open })
    await expect(runner.run(request('return 1'))).rejects.toMatchObject({
      problem: { code: 'sandbox.unavailable' },
    })
    expect(await runner.run(request('return 1'))).toMatchObject({ status: 'ok', value: 1 })
    await runner.close()
  })

  it('reports a refusal of the engine as a problem that says nothing was run', async () => {
    const runner = createLazyCodeRunner({ maxWallMs: 10_000, logger })
    const host = { constructor: async () => null }
    await expect(runner.run(request('return 1', { host }))).rejects.toMatchObject({
      problem: {
        ...{ code: 'sandbox.bad-request', kind: 'invalid' },
        message: expect.stringContaining('Nothing was run'),
      },
    })
    await runner.run(request('return 1'))
    await runner.close()
    await expect(runner.run(request('return 1'))).rejects.toMatchObject({
      problem: { code: 'sandbox.stopping' },
    })
  })
})

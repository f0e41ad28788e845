import { describe, expect, it } from 'vitest'
import { runCommand, startCommand } from '../testing/run-command.ts'

describe('repertoire sandbox', () => {
  it('starts the executor, and exits cleanly on SIGTERM', async () => {
    // Whether this machine can isolate is not tested here; nothing is run.
    const running = startCommand(['sandbox', '--port', '0', '--backend', 'unisolated'])
    await running.printed('The sandbox executor is at http://127.0.0.1:')
    running.process.kill('SIGTERM')
    const ended = await running.ended
    expect(ended).toMatchObject({ code: 0, signal: null })
    expect(ended.stdout).toContain('UNISOLATED')
  })

  it('exits with the executor’s own error: other machines need a token', async () => {
    const ended = await runCommand(['sandbox', '--port', '0', '--host', '0.0.0.0'])
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('set SANDBOX_EXECUTOR_TOKEN or use --token-file')
  })

  it('names the invalid setting, wherever it comes from', async () => {
    const flag = await runCommand(['sandbox', '--concurrency', 'many'])
    expect([flag.code, flag.stderr]).toEqual([1, expect.stringContaining('SANDBOX_CONCURRENCY')])
    const env = { SANDBOX_EXECUTOR_TOKEN: 'short' }
    const token = await runCommand(['sandbox'], { env })
    expect([token.code, token.stderr]).toEqual([1, expect.stringContaining('16 or more')])
    const file = await runCommand(['sandbox', '--token-file', '/nowhere'])
    expect([file.code, file.stderr]).toEqual([1, expect.stringContaining('/nowhere')])
  })
})

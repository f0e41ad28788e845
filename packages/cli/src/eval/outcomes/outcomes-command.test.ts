import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTempFolder,
  runCommand,
  skillText,
  startCommand,
  type TempFolder,
} from '../../testing/run-command.ts'

/** A model on this machine, which answers after `hold` is released. */
async function startModel() {
  const state = { calls: 0, hold: async (_call: number): Promise<void> => undefined }
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    state.calls += 1
    await state.hold(state.calls)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (choices: object[], usage?: object) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, usage })}\n\n`
    const delta = { role: 'assistant', content: 'The total is 7.' }
    const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 }
    response.write(chunk([{ index: 0, delta, finish_reason: null }]))
    response.end(
      `${chunk([{ index: 0, delta: {}, finish_reason: 'stop' }], usage)}data: [DONE]\n\n`,
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { state, env: { OPENAI_MODEL: 'm', OPENAI_BASE_URL: url }, stop }
}

const tests = (value = 'total') => ({
  skill_name: 'report',
  evals: [{ id: 'sum', prompt: 'Add it up.', assertions: [{ type: 'contains', value }] }],
})

describe('repertoire eval --outcomes', () => {
  let temp: TempFolder
  let model: Awaited<ReturnType<typeof startModel>>
  beforeAll(async () => {
    model = await startModel()
  })
  afterAll(() => model.stop())
  beforeEach(() => {
    temp = createTempFolder()
    model.state.calls = 0
    model.state.hold = async () => undefined
    temp.write('report/SKILL.md', skillText('report'))
    temp.write('report/evals/evals.json', JSON.stringify(tests()))
    return () => temp.remove()
  })
  const args = (...more: string[]) => ['eval', '--outcomes', 'report', ...more]
  const run = (...more: string[]) => runCommand(args(...more), { cwd: temp.folder, env: model.env })
  const paid = ['--prices', '3,15', '--max-cost', '1']

  it('reports each arm, and writes JUnit and Markdown', async () => {
    const files = ['--junit', 'out.xml', '--markdown', 'out.md']
    const { code, stdout, stderr } = await run('--baseline', ...paid, ...files)
    expect(stderr).toContain('2 of 2 trials')
    expect(stdout).toMatch(/with +1 of 1 passed, too few to say, .*1100 tokens, cost 0\.0045/)
    expect(stdout).toContain('than without it: too few to say (1 pair; at least 10 are needed)')
    expect(code).toBe(0)
    const read = (name: string) => readFileSync(join(temp.folder, name), 'utf8')
    expect(read('out.xml')).toContain('<testsuite name="report" tests="1" failures="0" errors="0">')
    expect(read('out.md')).toContain('| with | 1 of 1 |')
  }, 240_000)

  it('fails with 1 where an answer does, and says why in JSON', async () => {
    temp.write('report/evals/evals.json', JSON.stringify(tests('EUR')))
    const { code, stdout } = await run('--max-cost', 'unlimited', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ skill: 'report', passed: false, end: 'finished' },
      results: [{ status: 'failed', usage: { inputTokens: 1_000, costNanos: null } }],
    })
  }, 240_000)

  it('asks the model nothing without a ceiling, or with one that cannot hold', async () => {
    const none = await run()
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('needs a ceiling')])
    const unknown = await run('--max-cost', '1')
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('prices')])
    expect(model.state.calls).toBe(0)
  }, 240_000)

  it('knows what it is to approve, before anything is paid', async () => {
    const { code, stderr } = await run(...paid, '--approve', 'tool_call,tool_cal')
    expect([code, stderr]).toEqual([2, expect.stringContaining('"tool_cal"')])
    expect(stderr).toContain('package_installation')
    expect(model.state.calls).toBe(0)
  }, 240_000)

  it('tries nothing of a file with errors, and names them', async () => {
    temp.write('report/evals/evals.json', '{"evals": [{"id": 1, "prompt": "Go."}]}')
    const { code, stderr } = await run(...paid)
    expect(code).toBe(2)
    expect(stderr).toContain('report/evals/evals.json:1:12')
    expect(model.state.calls).toBe(0)
  }, 240_000)

  it('goes on after kill -9 without trying again what is finished', async () => {
    const second = new Promise<void>((reached) => {
      model.state.hold = async (call) => {
        if (call < 2) return
        reached()
        await new Promise(() => undefined)
      }
    })
    const options = { cwd: temp.folder, env: model.env }
    const killed = startCommand(args('-k', '3', ...paid), options)
    await second
    killed.process.kill('SIGKILL')
    await killed.ended
    const results = join(temp.folder, 'outcome-results.jsonl')
    // A line that was being written at that time.
    writeFileSync(results, `${readFileSync(results, 'utf8')}{"skill": "rep`)
    model.state.hold = async () => undefined
    const again = await run('-k', '3', ...paid)
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--resume')])
    const before = model.state.calls
    const resumed = await run('-k', '3', ...paid, '--resume')
    expect(resumed.stderr).toContain('2 of 3 trials')
    expect(model.state.calls - before).toBe(2)
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('3 of 3 passed')])
  }, 240_000)
})

import type { StatsBody, UsageNumbers } from '@repertoire/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeServer, sendJson, startFakeServer } from '../testing/fake-server.ts'
import { runCommand } from '../testing/run-command.ts'

const few = { count: 2, n: 3, rate: 2 / 3, low: 0.2, high: 0.94, too_few: true }
const many = { count: 80, n: 100, rate: 0.8, low: 0.71, high: 0.87, too_few: false }
const none = { count: 0, n: 0, rate: null, low: null, high: null, too_few: true }
const fewLatency = { n: 3, too_few: true, p50: null, p95: null }
const latency = {
  ...{ n: 100, too_few: false },
  ...{ p50: { ms: 900, low: 800, high: 990 }, p95: { ms: 4000, low: 3500, high: 6000 } },
}
const numbers: UsageNumbers = {
  ...{ activations: { by_person: 1, by_agent: 2, by_rule: 0, total: 3 }, offered: 4 },
  ...{ best_rank: 1, taken: few, model_calls: 5, input_tokens: 100, output_tokens: 10 },
  ...{ cached_tokens: 0, calls_without_tokens: 1, calls_without_cached_tokens: 5, cost: null },
  ...{ calls_without_cost: 5, mean_latency_ms: 1.5, latency, tool_calls: 0, tool_failures: none },
  ...{ approvals_asked: 3, approvals: few, mean_answer_ms: null, success: many, thumbs: none },
  runs: { completed: 80, failed: 20, cancelled: 0 },
}
const stats: StatsBody = {
  ...{ from: '2026-05-01', to: '2026-05-07', by: 'skill', scope: 'own', truncated: false },
  ...{ totals: numbers, previous: numbers },
  groups: [{ skill_id: 'skl_1', name: '=cmd|calc', numbers }],
}

let server: FakeServer
let answer = stats
beforeAll(async () => {
  server = await startFakeServer((_, response) => sendJson(response, 200, answer))
})
afterAll(() => server.close())

const run = (...args: string[]) =>
  runCommand(['stats', ...args, '--url', server.url, '--key', 'rk_test'])

it('a rate has its interval and n, or says that there are too few to say; unknown cost is no zero', async () => {
  const { stdout, stderr } = await run('--period', '30d', '--by', 'skill')
  expect(stderr).toContain('2026-05-01 to 2026-05-07, your conversations')
  expect(stdout).toContain('success 80 % (71–87, n 100)')
  expect(stdout).toContain('approved too few to say (n 3)')
  expect(stdout).toContain('100 + 10 tokens (unknown for 1)')
  expect(stdout).toContain('cost unknown')
  expect(server.received.at(-1)?.url).toBe('/api/v1/stats?period=30d&by=skill')
})

it('CSV has a line for each group, and a hostile name in it is no formula', async () => {
  const { stdout } = await run('--csv')
  const [header = '', line = ''] = stdout.split('\n')
  expect(header).toMatch(/^day,name,skill_id,digest,agent_id,model,activations,/)
  expect(line).toMatch(/^,"'=cmd\|calc",skl_1,,,,3,1,2,0,4,1,2,3,0.2,0.94,/)
  expect(line.split(',')).toHaveLength(header.split(',').length)
})

it('tokens that no model call reported are unknown, not 0', async () => {
  const uncounted = { input_tokens: 0, output_tokens: 0, calls_without_tokens: 5 }
  const group = { ...numbers, ...uncounted }
  answer = { ...stats, totals: group, groups: [{ skill_id: 'skl_1', name: 'one', numbers: group }] }
  expect((await run()).stdout).toContain('5 model calls, tokens unknown, cost unknown')
  const [header = '', line = ''] = (await run('--csv')).stdout.split('\n')
  const names = header.split(',')
  const cells = line.split(',')
  const shown = ['input_tokens', 'output_tokens', 'cached_tokens', 'calls_without_tokens']
  expect(shown.map((name) => cells[names.indexOf(name)])).toEqual(['', '', '', '5'])
  answer = stats
})

it('latency has both percentiles with n, and is too few to say below the limit', async () => {
  expect((await run()).stdout).toContain(
    'latency p50 900 ms (800–990), p95 4000 ms (3500–6000), n 100',
  )
  const valuesOf = async () => {
    const [header = '', line = ''] = (await run('--csv')).stdout.split('\n')
    const cells = line.split(',')
    const names = header.split(',')
    const shown = ['latency_n', 'latency_p50_ms', 'latency_p95_ms', 'latency_p95_high']
    return shown.map((name) => cells[names.indexOf(name)])
  }
  expect(await valuesOf()).toEqual(['100', '900', '4000', '6000'])
  const group = { ...numbers, latency: fewLatency }
  answer = { ...stats, totals: group, groups: [{ skill_id: 'skl_1', name: 'one', numbers: group }] }
  expect((await run()).stdout).toContain('latency too few to say (n 3)')
  expect(await valuesOf()).toEqual(['3', '', '', ''])
  answer = stats
})

it('JSON is the whole answer', async () => {
  const { stdout } = await run('--json')
  expect(JSON.parse(stdout)).toEqual(stats)
})

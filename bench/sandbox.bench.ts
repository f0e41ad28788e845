import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  defaultLimits,
  type ExecutionRequest,
  openSandbox,
  type Runtime,
  type Sandbox,
} from '@repertoire/sandbox'
import { fairnessTable } from './fairness-table.ts'
import { quantile, type Table } from './table.ts'

const rounds = 40
const queued = 500
const keys = ['a', 'b', 'c', 'd', 'e']

const scripts: Record<Runtime, { readonly name: string; readonly text: string }> = {
  python: {
    name: 'main.py',
    text: 'import json, sys\nprint(json.dumps({"args": sys.argv[1:], "sum": sum(range(1000))}))\n',
  },
  node: {
    name: 'main.js',
    text: 'const path = require("node:path")\nconsole.log(JSON.stringify({ args: process.argv.slice(2), base: path.basename(__filename) }))\n',
  },
  shell: {
    name: 'main.sh',
    text: 'set -eu\nfor n in 1 2 3; do printf "%s %s\\n" "$n" "$1"; done\n',
  },
}
const programs: Record<Runtime, string> = {
  python: '/usr/bin/python3',
  node: process.execPath,
  shell: '/usr/bin/bash',
}

/** Scripts in the sandbox compared to the same scripts run directly, in one run. */
export async function benchSandbox(): Promise<readonly Table[]> {
  const sandbox = await openSandbox({ concurrency: 2, poolSize: 2 })
  const health = await sandbox.health()
  if (!health.available) {
    await sandbox.close()
    return [{ title: 'Sandbox: not measured', note: health.reason, columns: [], rows: [] }]
  }
  const cold = await openSandbox({ concurrency: 2, poolSize: 0 })
  const latency: (string | number)[][] = []
  for (const runtime of ['python', 'node', 'shell'] as const)
    latency.push(await latencyRow(runtime, { sandbox, cold }))
  await cold.close()
  const queue = await queueTable(sandbox)
  const refill = await refillTable(sandbox)
  await sandbox.close()
  const product = await openSandbox()
  const fairness = await fairnessTable(product)
  await product.close()
  return [
    {
      title: 'Sandbox: a script in the sandbox compared to the same script run directly',
      note: `Milliseconds from the call to the result, p50 · p95 of ${rounds}, alternating; the sandbox's include writing the files, killing the process tree and reading the outputs. Ratio of the medians; targets: Python and Node at most 1.0, shell at most 1.5.`,
      columns: ['runtime', 'bare', 'warm sandbox', 'cold sandbox', 'warm ÷ bare', 'cold ÷ bare'],
      rows: latency,
    },
    queue,
    refill,
    fairness,
  ]
}

async function latencyRow(
  runtime: Runtime,
  { sandbox, cold }: { readonly sandbox: Sandbox; readonly cold: Sandbox },
): Promise<(string | number)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-'))
  const { name, text } = scripts[runtime]
  writeFileSync(join(folder, name), text)
  const samples = { bare: [] as number[], warm: [] as number[], cold: [] as number[] }
  await sandbox.execute(requestOf(runtime, 'bench'))
  for (let round = 0; round < rounds; round += 1) {
    samples.bare.push(await timed(() => bare(programs[runtime], join(folder, name), folder)))
    await waitUntilWarm(sandbox)
    samples.warm.push(await timed(() => sandbox.execute(requestOf(runtime, 'bench'))))
    await waitUntilWarm(sandbox)
    samples.cold.push(await timed(() => cold.execute(requestOf(runtime, 'bench'))))
  }
  rmSync(folder, { recursive: true })
  const median = (all: readonly number[]): number => quantile(all, 0.5)
  const show = (all: readonly number[]): string =>
    `${median(all).toFixed(1)} · ${quantile(all, 0.95).toFixed(1)}`
  const ratio = (all: readonly number[]): string => (median(all) / median(samples.bare)).toFixed(2)
  return [
    runtime,
    show(samples.bare),
    show(samples.warm),
    show(samples.cold),
    ratio(samples.warm),
    ratio(samples.cold),
  ]
}

/** All at once, grouped by key, which shows the fairness of the queue. */
async function queueTable(sandbox: Sandbox): Promise<Table> {
  const finishedKeys: string[] = []
  let maxRss = process.memoryUsage.rss()
  const before = maxRss
  const memoryTimer = setInterval(() => {
    maxRss = Math.max(maxRss, process.memoryUsage.rss())
  }, 20)
  const started = performance.now()
  const results = await Promise.all(
    keys.flatMap((key) =>
      Array.from({ length: queued / keys.length }, async (_, index) => {
        const request = requestOf('python', key)
        const result = await sandbox.execute({ ...request, args: [`${key}${index}`] })
        finishedKeys.push(key)
        return Buffer.from(result.stdout).toString().includes(`"${key}${index}"`)
      }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  clearInterval(memoryTimer)
  const firstHalf = finishedKeys.slice(0, queued / 2)
  const shares = keys.map((key) => firstHalf.filter((one) => one === key).length)
  return {
    title: `Sandbox: ${queued} concurrent Python executions on two slots`,
    note: 'Submitted grouped by key; in a fair queue each of the five keys has the same number in the first half.',
    columns: ['what', 'value'],
    rows: [
      ['returned the right output', results.filter(Boolean).length],
      ['seconds', seconds.toFixed(1)],
      ['executions per second', (queued / seconds).toFixed(1)],
      ['memory of this process before → max (MB)', `${mb(before)} → ${mb(maxRss)}`],
      ['per key in the first half', shares.join(' · ')],
    ],
  }
}

/** Consecutive calls: as many as are warm, and one more. */
async function refillTable(sandbox: Sandbox): Promise<Table> {
  const samples: number[][] = [[], [], []]
  for (let round = 0; round < 20; round += 1) {
    await waitUntilWarm(sandbox)
    // Without a pause: the first two use warm instances, the third waits for the refill.
    for (const sample of samples)
      sample.push(await timed(() => sandbox.execute(requestOf('python', 'r'))))
  }
  const names = [
    'first (warm)',
    'second, immediately after (warm)',
    'third, immediately after (refilled)',
  ]
  return {
    title: 'Sandbox: consecutive calls with two warm instances',
    note: 'Milliseconds of Python calls, p50 · p95 of 20. The refill runs concurrently with the calls, on the other core.',
    columns: ['call', 'ms'],
    rows: samples.map((all, index) => [
      names[index] ?? '',
      `${quantile(all, 0.5).toFixed(1)} · ${quantile(all, 0.95).toFixed(1)}`,
    ]),
  }
}

/** Separates the rounds: waits until the pool stops growing. */
async function waitUntilWarm(sandbox: Sandbox): Promise<void> {
  let last = -1
  for (let stableRounds = 0; stableRounds < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    const { warm, running } = await sandbox.health()
    stableRounds = warm === last && running === 0 ? stableRounds + 1 : 0
    last = warm
  }
}

function requestOf(runtime: Runtime, queueKey: string): ExecutionRequest {
  const { name, text } = scripts[runtime]
  return {
    runtime,
    entry: name,
    args: ['value'],
    stdin: new Uint8Array(),
    files: [{ path: name, bytes: Buffer.from(text), executable: false }],
    workspace: [],
    env: {},
    layers: [],
    limits: defaultLimits,
    queueKey,
  }
}

function bare(program: string, script: string, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [script, 'value'], { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.end()
    child.stdout.resume()
    child.stderr.resume()
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

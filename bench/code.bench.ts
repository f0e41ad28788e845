import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createContext, runInContext } from 'node:vm'
import { defaultLimits, openSandbox, type Sandbox } from '@repertoire/sandbox'
import { type CodeSandbox, defaultCodeLimits, openCodeSandbox } from '@repertoire/sandbox/code'
import { quantile, type Table } from './table.ts'

const rounds = 40
const hostileRounds = 5
const hostileMs = 1_000

const smallProgram = 'let sum = 0; for (let i = 0; i < 1000; i += 1) sum += i; return { sum }'

/** Attacks on the process that runs the code. Only the first two end without a limit. */
const hostilePrograms: readonly (readonly [string, string])[] = [
  ['array bomb', 'const a = []; for (;;) a.push(new Array(10_000).fill(1))'],
  ['recursion', 'const f = () => f() + 1; for (;;) try { f() } catch {}'],
  ['endless loop', 'for (;;) {}'],
  ['endless loop that catches', 'for (;;) try { for (;;) {} } catch {}'],
  ['endless promises', 'for (;;) await null'],
  ['native sort', 'const a = new Array(1e5).fill(0); for (;;) a.sort(() => 1)'],
  ['ReDoS', 'return /^(a+)+$/.test("a".repeat(40) + "b")'],
  ['log flood', 'for (;;) console.log("x")'],
  ['giant result', 'const o = {}; for (let i = 0; i < 1e6; i += 1) o["k" + i] = i; return o'],
  ['flood of host calls', 'for (;;) await Promise.allSettled([ask(1), ask(2), ask(3)])'],
]

/**
 * The code sandbox compared to other ways to run JavaScript, and how hostile code affects the calling process.
 */
export async function benchCode(): Promise<readonly Table[]> {
  const sandbox = await openCodeSandbox({ workers: 1 })
  const latency = await latencyTable(sandbox)
  const stalls = await stallTable(sandbox)
  const memory = await memoryTable(sandbox)
  await sandbox.close()
  return [latency, stalls, memory]
}

async function latencyTable(sandbox: CodeSandbox): Promise<Table> {
  const cold = await openCodeSandbox({ workers: 1, warm: 0 })
  const scripts = await openSandbox({ concurrency: 1, poolSize: 1 })
  const { available } = await scripts.health()
  const variants: [string, () => Promise<unknown>][] = [
    ['code sandbox, warm', () => run(sandbox, smallProgram)],
    ['code sandbox, cold', () => run(cold, smallProgram)],
    ['node:vm, a new context (isolates nothing)', () => inNewContext(smallProgram)],
    ['a fresh node -e process', () => freshProcess(smallProgram)],
  ]
  if (available)
    variants.push(['bubblewrap, warm node instance', () => runInWarmSandbox(scripts, smallProgram)])
  const samples = variants.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, [, runVariant]] of variants.entries()) {
      await waitUntil(() => sandbox.health().warm === 1)
      await waitUntil(async () => !available || (await scripts.health()).warm === 1)
      const started = performance.now()
      await runVariant()
      samples[index]?.push(performance.now() - started)
    }
  await cold.close()
  await scripts.close()
  const freshMedian = quantile(samples[3] ?? [], 0.5)
  return {
    title: 'Code: a small program, from the call to its result',
    note: `Milliseconds, p50 · p95 of ${rounds}, alternating; a thread or instance runs one program and then ends. Ratio of the medians to a fresh Node process.`,
    columns: ['way', 'ms', '÷ fresh process'],
    rows: variants.map(([name], index) => {
      const all = samples[index] ?? []
      return [name, formatSpread(all), (quantile(all, 0.5) / freshMedian).toFixed(2)]
    }),
  }
}

async function stallTable(sandbox: CodeSandbox): Promise<Table> {
  const idle = await stallsWhile(() => new Promise((resolve) => setTimeout(resolve, hostileMs)))
  const busy = await stallsWhile(() => busyProcess(hostileMs))
  const rows: (string | number)[][] = [
    ['nothing (this machine)', '', formatSpread(idle)],
    ['a busy loop in another process', '', formatSpread(busy)],
  ]
  for (const [name, code] of hostilePrograms) {
    const statuses = new Set<string>()
    const stalls = await stallsWhile(async () => {
      await waitUntil(() => sandbox.health().warm === 1)
      statuses.add((await run(sandbox, code, hostileMs)).status)
    })
    rows.push([name, [...statuses].join(', '), formatSpread(stalls)])
  }
  return {
    title: 'Code: how long hostile programs block the calling process',
    note: `Longest pause of the calling process's event loop in each of ${hostileRounds} runs of up to ${hostileMs / 1000} s: milliseconds, p50 · max of the runs; target: at most 20.`,
    columns: ['program', 'ended', 'longest pause'],
    rows,
  }
}

async function stallsWhile(work: () => Promise<unknown>): Promise<readonly number[]> {
  const stalls: number[] = []
  for (let round = 0; round < hostileRounds; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await work()
    delay.disable()
    stalls.push(delay.max / 1e6)
  }
  return stalls
}

async function memoryTable(sandbox: CodeSandbox): Promise<Table> {
  await waitUntil(() => sandbox.health().warm === 1)
  const before = process.memoryUsage.rss()
  const warmSandbox = await openCodeSandbox({ workers: 1, warm: 8 })
  await run(warmSandbox, smallProgram)
  await waitUntil(() => warmSandbox.health().warm === 8)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const bytesPerThread = (process.memoryUsage.rss() - before) / 8
  await warmSandbox.close()
  return {
    title: 'Code: memory of an idle thread',
    note: 'Memory growth of this process with eight warm threads, divided by eight. A server keeps one, for a minute.',
    columns: ['what', 'MB'],
    rows: [['one warm thread', (bytesPerThread / 1e6).toFixed(1)]],
  }
}

function run(sandbox: CodeSandbox, code: string, wallMs = 5_000) {
  return sandbox.run({
    ...{ code, libraries: {}, input: null, queueKey: 'bench' },
    calls: { ask: async (args) => ({ value: args }) },
    limits: { ...defaultCodeLimits, wallMs },
  })
}

async function inNewContext(code: string): Promise<unknown> {
  return JSON.parse(
    await runInContext(
      `(async () => JSON.stringify(await (async () => {${code}})()))()`,
      createContext({}),
    ),
  )
}

function freshProcess(code: string): Promise<void> {
  const text = `(async () => {${code}})().then((value) => console.log(JSON.stringify(value)))`
  return waitForExit(spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'pipe', 'ignore'] }))
}

function busyProcess(milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  setTimeout(() => child.kill('SIGKILL'), milliseconds)
  return waitForExit(child)
}

function waitForExit(child: ReturnType<typeof spawn>): Promise<void> {
  child.stdout?.resume()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}

async function runInWarmSandbox(sandbox: Sandbox, code: string): Promise<void> {
  const text = `(async () => {${code}})().then((value) => console.log(JSON.stringify(value)))`
  await sandbox.execute({
    ...{ runtime: 'node', entry: 'main.js', args: [], stdin: new Uint8Array() },
    files: [{ path: 'main.js', bytes: Buffer.from(text), executable: false }],
    ...{ workspace: [], env: {}, layers: [], limits: defaultLimits, queueKey: 'bench' },
  })
}

/** Separates the rounds: waits until ready, at most a second. */
async function waitUntil(isReady: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 40 && !(await isReady()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25))
  await new Promise((resolve) => setTimeout(resolve, 25))
}

function formatSpread(all: readonly number[]): string {
  const high = all.length > hostileRounds ? quantile(all, 0.95) : Math.max(...all)
  return `${quantile(all, 0.5).toFixed(1)} · ${high.toFixed(1)}`
}

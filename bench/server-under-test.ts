import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** As started by `npm start`; the source file if a benchmark runs by itself. */
const serverMain = join(root, process.env.BENCH_SERVER ?? 'packages/server/src/main.ts')
export const benchKey = 'rep_bench_0123456789abcdef0123456789abcdef'

export interface ServerUnderTest {
  readonly url: string
  /** From spawn to the first response of /healthz, in milliseconds. */
  readonly startMs: number
  readonly dataDir: string
  /** Resident memory now, in MB. */
  memoryMb(): number
  /** Processor seconds of all its threads since the start, without its child processes. */
  processorSeconds(): number
  /** The longest event-loop stall since the previous call, in milliseconds. */
  maxStallMs(): Promise<number>
  stop(): Promise<void>
}

/** Starts the real server as a separate process: with a fresh data folder, or one that another server has, too. */
export async function startServerUnderTest(
  env: Readonly<Record<string, string>> = {},
  sharedDataDir?: string,
): Promise<ServerUnderTest> {
  const dataDir = sharedDataDir ?? mkdtempSync(join(tmpdir(), 'repertoire-bench-'))
  const port = await freePort()
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [
      ...['--conditions=repertoire-source', '--import', join(root, 'bench/event-loop-probe.mjs')],
      serverMain,
      ...['--port', String(port), '--data', dataDir],
    ],
    {
      cwd: root,
      env: {
        ...{ ...process.env, REPERTOIRE_SAMPLES: 'off', ...env },
        ...{ REPERTOIRE_BOOTSTRAP_KEY: benchKey, LOG_LEVEL: 'error' },
      },
    },
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdout.resume()
  const url = `http://127.0.0.1:${port}`
  await waitUntilOk(`${url}/healthz`, child, () => stderr)
  const startMs = performance.now() - started
  // Until then the key may not be there.
  await waitUntilOk(`${url}/readyz`, child, () => stderr)
  return {
    url,
    startMs,
    dataDir,
    memoryMb: () => residentMb(child.pid ?? 0),
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
    maxStallMs: async () => {
      const before = stderr.length
      child.kill('SIGUSR2')
      for (;;) {
        const response = stderr.slice(before).match(/event-loop max=([\d.]+)/)
        if (response) return Number(response[1])
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      if (!sharedDataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function waitUntilOk(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server exited:\n${printed()}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

function residentMb(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)
  return Math.round(Number(line?.[1] ?? Number.NaN) / 1024)
}

/** Of all its threads since the start, without its child processes. */
function processorSecondsOf(pid: number): number {
  return processorTimes(pid).own
}

/** Seconds since the start, of all its threads and of its child processes that have ended. */
export function processorTimes(pid: number): { readonly own: number; readonly ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // User and system time in ticks, of which Linux counts 100 a second.
  const [own, ended] = [11, 13].map((n) => (Number(fields[n]) + Number(fields[n + 1])) / 100)
  return { own: own ?? 0, ended: ended ?? 0 }
}

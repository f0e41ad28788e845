import { availableParallelism } from 'node:os'
import { SandboxRejection } from '../execution/execution.ts'
import { WarmPool } from '../pool/warm-pool.ts'
import { ConcurrencyLimiter } from '../queue/concurrency-limiter.ts'
import type { CodeJob, CodeResult } from './code-job.ts'
import { CodeWorker } from './code-worker.ts'
import { compileEngine } from './compile-engine.ts'
import { validateCodeJob } from './validate-code-job.ts'

export interface CodeSandboxOptions {
  /** Concurrent jobs; by default one less than the cores. */
  readonly workers?: number
  /** Warm threads, once there was a job; 1 by default. */
  readonly warm?: number
  /** Milliseconds after which unused threads are ended; a minute by default. */
  readonly idleMs?: number
  /** Queued jobs; 100 by default. */
  readonly queueLimit?: number
}

export interface CodeSandboxHealth {
  readonly running: number
  readonly queued: number
  /** Warm threads. */
  readonly warm: number
}

/** Runs JavaScript in QuickJS without files, network or processes; a job reaches only its host functions. */
export interface CodeSandbox {
  /**
   * Anything the code does is a result. Throws SandboxRejection `sandbox.bad-request`, `sandbox.queue-full`,
   * `sandbox.stopping` or `sandbox.unavailable` when nothing was run.
   */
  run(job: CodeJob): Promise<CodeResult>
  health(): CodeSandboxHealth
  /** Rejects queued and new jobs, gives running ones `graceMs`, and ends all threads. */
  close(graceMs?: number): Promise<void>
}

/** Compiles the engine. Threads start with the first job. */
export async function openCodeSandbox(options: CodeSandboxOptions = {}): Promise<CodeSandbox> {
  // Beside the endless loops of one person, a colleague and another organisation find a slot.
  const { workers = Math.max(4, availableParallelism()), queueLimit = 100 } = options
  const { warm = 1, idleMs = 60_000 } = options
  const engine = await compileEngine()
  const limiter = new ConcurrencyLimiter({ concurrency: workers, queueLimit })
  const pool = new WarmPool<'code', CodeWorker>({
    start: () => new CodeWorker(engine),
    size: () => warm,
    maxKinds: 1,
    idleMs,
  })
  const closing = new AbortController()
  const run = async (job: CodeJob): Promise<CodeResult> => {
    const problem = validateCodeJob(job)
    if (problem !== null) throw new SandboxRejection('sandbox.bad-request', problem)
    const release = await limiter.acquire(job.queueKey, job.signal)
    if (!release) return cancelled
    const worker = pool.take('code')
    try {
      await waitUntilReady(worker)
      const signals = [closing.signal, ...(job.signal ? [job.signal] : [])]
      return await worker.run({ ...job, signal: AbortSignal.any(signals) })
    } finally {
      // The slot is released once the thread has ended: it may still compute.
      void worker.discard().finally(release)
    }
  }
  return {
    run,
    health: () => ({ running: limiter.active, queued: limiter.waiting, warm: pool.waiting }),
    close: async (graceMs = 0) => {
      await limiter.close(graceMs, () => closing.abort())
      await pool.close()
    },
  }
}

async function waitUntilReady(worker: CodeWorker): Promise<void> {
  try {
    await worker.ready
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SandboxRejection('sandbox.unavailable', `The engine for code does not start: ${why}`)
  }
}

const cancelled: CodeResult = {
  status: 'cancelled',
  value: undefined,
  logs: '',
  error: { name: 'Error', message: 'It was cancelled before it started.' },
  usage: { wallMs: 0, hostCalls: 0 },
}

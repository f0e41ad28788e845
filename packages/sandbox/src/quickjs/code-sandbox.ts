import { availableParallelism } from 'node:os'
import { SandboxRefusal } from '../execution.ts'
import { WarmPool } from '../pool/warm-pool.ts'
import { Places } from '../queue/places.ts'
import { whatIsWrongWith } from './check-job.ts'
import type { CodeJob, CodeResult } from './code-job.ts'
import { CodeThreadSlot } from './code-thread-slot.ts'
import { compileEngine } from './compile-engine.ts'

export interface CodeSandboxOptions {
  /** Jobs that run at once; one core is left to the server when not said. */
  readonly workers?: number
  /** Threads kept started once there was a job; 1 when not said. */
  readonly warm?: number
  /** Milliseconds after which threads nobody needed are let go; a minute when not said. */
  readonly idleMs?: number
  /** Jobs that may wait; 100 when not said. */
  readonly queueLimit?: number
}

export interface CodeSandboxHealth {
  readonly running: number
  readonly queued: number
  /** Threads that wait for a job. */
  readonly warm: number
}

/** Runs JavaScript in QuickJS: no files, no network, no process, nothing but what a job is given. */
export interface CodeSandbox {
  /**
   * Whatever the code does is a result. Throws SandboxRefusal `sandbox.bad-request`, `sandbox.queue-full`,
   * `sandbox.stopping` or `sandbox.unavailable` when nothing was run.
   */
  run(job: CodeJob): Promise<CodeResult>
  health(): CodeSandboxHealth
  /** Refuses what waits and what comes, gives what runs `graceMs`, ends all threads. */
  close(graceMs?: number): Promise<void>
}

/** Compiles the engine. No thread is started before the first job. */
export async function openCodeSandbox(options: CodeSandboxOptions = {}): Promise<CodeSandbox> {
  const { workers = Math.max(1, availableParallelism() - 1), queueLimit = 100 } = options
  const { warm = 1, idleMs = 60_000 } = options
  const engine = await compileEngine()
  const places = new Places({ concurrency: workers, queueLimit })
  const pool = new WarmPool<'code', CodeThreadSlot>({
    start: () => new CodeThreadSlot(engine),
    size: () => warm,
    mostKinds: 1,
    idleMs,
  })
  const closing = new AbortController()
  const run = async (job: CodeJob): Promise<CodeResult> => {
    const wrong = whatIsWrongWith(job)
    if (wrong !== null) throw new SandboxRefusal('sandbox.bad-request', wrong)
    const leave = await places.enter(job.queueKey, job.signal)
    if (!leave) return cancelled
    const slot = pool.take('code')
    try {
      await started(slot)
      const signals = [closing.signal, ...(job.signal ? [job.signal] : [])]
      return await slot.run({ ...job, signal: AbortSignal.any(signals) })
    } finally {
      // The place is free once the thread is dead, not before: it may still compute.
      void slot.discard().finally(leave)
    }
  }
  return {
    run,
    health: () => ({ running: places.taken, queued: places.waiting, warm: pool.waiting }),
    close: async (graceMs = 0) => {
      await places.close(graceMs, () => closing.abort())
      await pool.close()
    },
  }
}

async function started(slot: CodeThreadSlot): Promise<void> {
  try {
    await slot.ready
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SandboxRefusal('sandbox.unavailable', `The engine for code does not start: ${why}`)
  }
}

const cancelled: CodeResult = {
  status: 'cancelled',
  value: undefined,
  logs: '',
  error: { name: 'Error', message: 'It was cancelled before it began.' },
  usage: { wallMs: 0, hostCalls: 0 },
}

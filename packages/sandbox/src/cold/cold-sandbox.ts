import { join } from 'node:path'
import type {
  ExecutionListener,
  ExecutionRequest,
  ExecutionResult,
  RuntimeHealth,
  Sandbox,
  SandboxHealth,
} from '../execution/execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { ConcurrencyLimiter, type ConcurrencyLimits } from '../queue/concurrency-limiter.ts'
import { cancelledResult } from '../request/cancelled-result.ts'

/** One execution that has left the queue. */
export interface ColdJob {
  /** The execution's own folder, to be created; removed afterwards with its content. */
  readonly folder: string
  readonly request: ExecutionRequest
  readonly listener: ExecutionListener
  readonly queuedMs: number
}

/** One running execution. */
export interface ColdRun {
  /** Leaves nothing behind except files in its folder. */
  execute(): Promise<ExecutionResult>
  /** Kills all of it; the first reason counts. */
  kill(reason: KillReason): void
}

/** The isolation of a backend that starts every execution cold. */
export interface ColdBackend {
  readonly name: string
  /** The parent of the execution folders; removed on close. */
  readonly baseFolder: string
  /** What it cannot enforce here; empty when it enforces everything. */
  readonly reason: string
  runtimes(): Promise<readonly RuntimeHealth[]>
  /** Throws `SandboxRejection` for requests it cannot run. */
  assertRunnable(request: ExecutionRequest): void
  begin(job: ColdJob): ColdRun
  /** Called after the last execution. */
  close?(): void
}

/** Starts each execution cold, in its own process tree and folder, as soon as the queue lets it. */
export class ColdSandbox implements Sandbox {
  readonly #backend: ColdBackend
  readonly #limiter: ConcurrencyLimiter
  readonly #running = new Set<ColdRun>()
  #count = 0
  #closed: Promise<void> | undefined

  constructor(backend: ColdBackend, options: ConcurrencyLimits) {
    this.#backend = backend
    this.#limiter = new ConcurrencyLimiter(options)
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    this.#backend.assertRunnable(request)
    const queuedAt = performance.now()
    const release = await this.#limiter.acquire(request.queueKey, listener.signal)
    const queuedMs = performance.now() - queuedAt
    if (!release) return cancelledResult(queuedMs)
    this.#count += 1
    const folder = join(this.#backend.baseFolder, `run-${this.#count}`)
    const run = this.#backend.begin({ folder, request, listener, queuedMs })
    this.#running.add(run)
    try {
      return await run.execute()
    } finally {
      this.#running.delete(run)
      // A script may leave files that cannot be removed; its slot is released anyway.
      await removeFolder(folder).finally(release)
    }
  }

  async health(): Promise<SandboxHealth> {
    return {
      backend: this.#backend.name,
      available: true,
      reason: this.#backend.reason,
      runtimes: await this.#backend.runtimes(),
      running: this.#limiter.active,
      queued: this.#limiter.waiting,
      warm: 0,
    }
  }

  close(graceMs = 10_000): Promise<void> {
    this.#closed ??= this.#close(graceMs)
    return this.#closed
  }

  async #close(graceMs: number): Promise<void> {
    await this.#limiter.close(graceMs, () => {
      for (const run of this.#running) run.kill('cancelled')
    })
    this.#backend.close?.()
    await removeFolder(this.#backend.baseFolder)
  }
}

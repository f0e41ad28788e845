import { join } from 'node:path'
import type {
  ExecutionListener,
  ExecutionRequest,
  ExecutionResult,
  RuntimeHealth,
  Sandbox,
  SandboxHealth,
} from '../execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { Places, type PlacesOptions } from '../queue/places.ts'
import { cancelledResult } from '../request/cancelled-result.ts'

/** One execution that has a place. */
export interface ColdJob {
  /** Its own, to be made; removed with all in it when it is over. */
  readonly folder: string
  readonly request: ExecutionRequest
  readonly listener: ExecutionListener
  readonly queuedMs: number
}

/** One execution under way. */
export interface ColdRun {
  /** Leaves nothing behind but what is in its folder. */
  execute(): Promise<ExecutionResult>
  /** Ends all of it; the first reason counts. */
  kill(reason: KillReason): void
}

/** What isolates, where every execution is started anew. */
export interface ColdBackend {
  readonly name: string
  /** Where the executions have their folders; removed at the end. */
  readonly baseFolder: string
  /** What it cannot enforce here; empty when it can all. */
  readonly reason: string
  runtimes(): Promise<readonly RuntimeHealth[]>
  /** Throws a `SandboxRefusal` for what it cannot run. */
  demandRunnable(request: ExecutionRequest): void
  begin(job: ColdJob): ColdRun
  /** Called when nothing runs any more. */
  close?(): void
}

/** Each execution in a process tree and a folder of its own, started cold when there is a place for it. */
export class ColdSandbox implements Sandbox {
  readonly #backend: ColdBackend
  readonly #places: Places
  readonly #running = new Set<ColdRun>()
  #count = 0
  #closed: Promise<void> | undefined

  constructor(backend: ColdBackend, options: PlacesOptions) {
    this.#backend = backend
    this.#places = new Places(options)
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    this.#backend.demandRunnable(request)
    const asked = performance.now()
    const leave = await this.#places.enter(request.queueKey, listener.signal)
    const queuedMs = performance.now() - asked
    if (!leave) return cancelledResult(queuedMs)
    this.#count += 1
    const folder = join(this.#backend.baseFolder, `run-${this.#count}`)
    const run = this.#backend.begin({ folder, request, listener, queuedMs })
    this.#running.add(run)
    try {
      return await run.execute()
    } finally {
      this.#running.delete(run)
      // A script may leave what cannot be removed; its place is free all the same.
      await removeFolder(folder).finally(leave)
    }
  }

  async health(): Promise<SandboxHealth> {
    return {
      backend: this.#backend.name,
      available: true,
      reason: this.#backend.reason,
      runtimes: await this.#backend.runtimes(),
      running: this.#places.taken,
      queued: this.#places.waiting,
      warm: 0,
    }
  }

  close(graceMs = 10_000): Promise<void> {
    this.#closed ??= this.#close(graceMs)
    return this.#closed
  }

  async #close(graceMs: number): Promise<void> {
    await this.#places.close(graceMs, () => {
      for (const run of this.#running) run.kill('cancelled')
    })
    this.#backend.close?.()
    await removeFolder(this.#backend.baseFolder)
  }
}

import { join } from 'node:path'
import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  type Sandbox,
  type SandboxHealth,
  SandboxRefusal,
} from '../execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { Places, type PlacesOptions } from '../queue/places.ts'
import { cancelledResult } from '../request/cancelled-result.ts'
import { demandNoNetwork, whatIsWrong } from '../request/check-request.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { RuntimeRun } from './runtime-run.ts'

/** Each execution in a sandbox of sandbox-runtime's, started cold, under limits of our own. */
export class RuntimeSandbox implements Sandbox {
  readonly #host: RuntimeHost
  readonly #places: Places
  readonly #running = new Set<RuntimeRun>()
  #count = 0
  #closed: Promise<void> | undefined

  constructor(host: RuntimeHost, options: PlacesOptions) {
    this.#host = host
    this.#places = new Places(options)
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    this.#check(request)
    const asked = performance.now()
    const leave = await this.#places.enter(request.queueKey, listener.signal)
    const queuedMs = performance.now() - asked
    if (!leave) return cancelledResult(queuedMs)
    this.#count += 1
    const folder = join(this.#host.baseFolder, `run-${this.#count}`)
    const run = new RuntimeRun(this.#host, { folder, request, listener, queuedMs })
    this.#running.add(run)
    try {
      return await run.execute()
    } finally {
      this.#running.delete(run)
      await removeFolder(folder)
      await removeFolder(`${folder}-outputs`)
      leave()
    }
  }

  health(): Promise<SandboxHealth> {
    return Promise.resolve({
      backend: 'sandbox-runtime',
      available: true,
      reason: this.#host.reason,
      runtimes: this.#host.runtimes,
      running: this.#places.taken,
      queued: this.#places.waiting,
      warm: 0,
    })
  }

  close(graceMs = 10_000): Promise<void> {
    this.#closed ??= this.#close(graceMs)
    return this.#closed
  }

  async #close(graceMs: number): Promise<void> {
    await this.#places.close(graceMs, () => {
      for (const run of this.#running) run.kill('cancelled')
    })
    this.#host.settings.close()
    await removeFolder(this.#host.baseFolder)
  }

  #check(request: ExecutionRequest): void {
    const wrong = whatIsWrong(request)
    if (wrong !== null) throw new SandboxRefusal('sandbox.bad-request', wrong)
    if (request.layers.length > 0)
      throw new SandboxRefusal(
        'sandbox.bad-request',
        'sandbox-runtime can mount nothing; run scripts that need a layer elsewhere (SANDBOX_EXECUTOR_URL).',
      )
    demandNoNetwork(
      request,
      'sandbox-runtime gives no socket to a script; install packages elsewhere (SANDBOX_EXECUTOR_URL).',
    )
    const { runtime } = request
    if (this.#host.runtimes.some((found) => found.runtime === runtime && found.version !== null))
      return
    throw new SandboxRefusal(
      'sandbox.runtime-missing',
      `There is no interpreter for ${runtime} that runs in sandbox-runtime; install one and start again.`,
    )
  }
}

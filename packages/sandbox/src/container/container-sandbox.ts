import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  type Runtime,
  type RuntimeHealth,
  type Sandbox,
  type SandboxHealth,
  SandboxRefusal,
} from '../execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { Places, type PlacesOptions } from '../queue/places.ts'
import { cancelledResult } from '../request/cancelled-result.ts'
import { whatIsWrong } from '../request/check-request.ts'
import { type ContainerSettings, isMountable } from './container-arguments.ts'
import type { ContainerEngine } from './container-engine.ts'
import { ContainerRun } from './container-run.ts'

export interface ContainerHost {
  readonly engine: ContainerEngine
  readonly settings: ContainerSettings
  readonly images: Readonly<Record<Runtime, string>>
  readonly runtimes: readonly RuntimeHealth[]
  readonly baseFolder: string
  /** What cannot be enforced here; empty when all can. */
  readonly reason: string
}

/** Each execution in a container of its own, started cold. */
export class ContainerSandbox implements Sandbox {
  readonly #host: ContainerHost
  readonly #places: Places
  readonly #running = new Set<ContainerRun>()
  #closed: Promise<void> | undefined

  constructor(host: ContainerHost, options: PlacesOptions) {
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
    const name = `repertoire-${randomBytes(12).toString('hex')}`
    const folder = join(this.#host.baseFolder, name)
    const run = new ContainerRun(this.#host, { name, folder, request, listener, queuedMs })
    this.#running.add(run)
    try {
      return await run.execute()
    } finally {
      this.#running.delete(run)
      await this.#host.engine.remove(name)
      await removeFolder(folder)
      leave()
    }
  }

  async health(): Promise<SandboxHealth> {
    return {
      backend: 'container',
      available: true,
      reason: this.#host.reason,
      runtimes: this.#host.runtimes,
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
    await removeFolder(this.#host.baseFolder)
  }

  #check(request: ExecutionRequest): void {
    const wrong = whatIsWrong(request)
    if (wrong !== null) throw new SandboxRefusal('sandbox.bad-request', wrong)
    const { layers, network } = request
    const mounted = [
      ...layers.flatMap(({ hostPath, at }) => [hostPath, at]),
      ...(network?.kind === 'proxy' ? [network.socket] : []),
    ]
    if (!mounted.every(isMountable))
      throw new SandboxRefusal(
        'sandbox.bad-request',
        'A layer with a comma, a quote or a line break in its path cannot be mounted.',
      )
    const { runtime } = request
    if (this.#host.runtimes.some((found) => found.runtime === runtime && found.version !== null))
      return
    throw new SandboxRefusal(
      'sandbox.runtime-missing',
      `The image ${this.#host.images[runtime]} for ${runtime} is not there or has no interpreter for it; pull one that has and start again.`,
    )
  }
}

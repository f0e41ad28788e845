import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  type Runtime,
  type RuntimeHealth,
  type Sandbox,
  type SandboxHealth,
  SandboxRejection,
} from '../execution/execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { WarmPool } from '../pool/warm-pool.ts'
import { ConcurrencyLimiter } from '../queue/concurrency-limiter.ts'
import { cancelledResult } from '../request/cancelled-result.ts'
import { assertRuntime, assertValidRequest, badRequest } from '../request/validate-request.ts'
import { baseEnvironment } from './arguments.ts'
import type { BubblewrapHost, InstanceKind } from './bubblewrap-host.ts'
import { processLimits } from './process-limits.ts'
import { runJob } from './run-job.ts'
import { SandboxInstance } from './sandbox-instance.ts'

export interface BubblewrapOptions {
  /** Concurrent executions. */
  readonly concurrency: number
  /** Queued executions before further ones are rejected. */
  readonly queueLimit: number
  /** Warm interpreters per runtime, once it was requested. */
  readonly poolSize: number
  /** Milliseconds after which unused warm interpreters are discarded. */
  readonly idleMs: number
}

const maxKinds = 8

/** Runs each execution as one process tree in a warm bubblewrap sandbox. */
export class BubblewrapSandbox implements Sandbox {
  readonly #host: BubblewrapHost
  readonly #runtimes: readonly RuntimeHealth[]
  readonly #limiter: ConcurrencyLimiter
  readonly #pool: WarmPool<InstanceKind, SandboxInstance>
  /** Aborted when the grace period of closing is over. */
  readonly #aborting = new AbortController()
  #closed: Promise<void> | undefined

  constructor(
    host: BubblewrapHost,
    runtimes: readonly RuntimeHealth[],
    options: BubblewrapOptions,
  ) {
    this.#host = host
    this.#runtimes = runtimes
    this.#limiter = new ConcurrencyLimiter(options)
    this.#pool = new WarmPool({
      start: (kind) => new SandboxInstance(host, kind),
      size: (kind) => (kind.socket !== null ? 0 : hasCustomSetup(kind) ? 1 : options.poolSize),
      maxKinds,
      idleMs: options.idleMs,
    })
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    assertValidRequest(request)
    assertRuntime(request, this.#runtimes, missingRuntimeMessages[request.runtime])
    const queuedAt = performance.now()
    const release = await this.#limiter.acquire(request.queueKey, listener.signal)
    const queuedMs = performance.now() - queuedAt
    if (!release) return cancelledResult(queuedMs)
    const instance = this.#pool.take(instanceKindOf(request))
    try {
      await instance.ready.catch((error: Error) => {
        throw startFailure(error, request)
      })
      listener.onStart?.()
      const baseEnv = baseEnvironment(this.#host.view)
      const signal = AbortSignal.any([
        this.#aborting.signal,
        ...(listener.signal ? [listener.signal] : []),
      ])
      const jobListener = {
        ...(listener.onOutput && { onOutput: listener.onOutput.bind(listener) }),
        signal,
      }
      return await runJob(instance, { request, listener: jobListener, baseEnv, queuedMs })
    } finally {
      void instance
        .discard()
        .catch(() => undefined)
        .finally(release)
    }
  }

  health(): Promise<SandboxHealth> {
    return Promise.resolve({
      backend: 'bubblewrap',
      available: true,
      reason: this.#unenforced(),
      runtimes: this.#runtimes,
      running: this.#limiter.active,
      queued: this.#limiter.waiting,
      warm: this.#pool.waiting,
    })
  }

  #unenforced(): string {
    const { groupParent, scratchMounter } = this.#host
    const missing = [groupParent === null && noControlGroup, scratchMounter === null && noFileLimit]
    return missing.filter((one) => one !== false).join(' ')
  }

  close(graceMs = 10_000): Promise<void> {
    this.#closed ??= this.#close(graceMs)
    return this.#closed
  }

  async #close(graceMs: number): Promise<void> {
    await this.#limiter.close(graceMs, () => this.#aborting.abort())
    await this.#pool.close()
    await removeFolder(this.#host.baseFolder)
  }
}

const noControlGroup =
  'No control group (version 2) is delegated here: memory is polled and excess use is killed, but the kernel does not limit it.'

const noFileLimit =
  'The programs unshare and mount cannot mount a tmpfs here: files in /tmp and /dev/shm are counted and excess ones end a script, but the kernel does not limit them.'

const missingRuntimeMessages: Record<Runtime, string> = {
  python: 'Python is missing: install python3 (below /usr) and restart.',
  node: 'Node does not run inside the sandbox: use a Node that needs nothing outside /usr.',
  shell: 'Bash is missing: install bash (as /usr/bin/bash) and restart.',
}

function instanceKindOf({ runtime, limits, layers, network }: ExecutionRequest): InstanceKind {
  return {
    runtime,
    limits: processLimits(limits),
    layers,
    socket: network?.kind === 'proxy' ? network.socket : null,
  }
}

function hasCustomSetup({ layers, socket }: InstanceKind): boolean {
  return layers.length > 0 || socket !== null
}

/** With the caller's own mounts it is a bad request; otherwise the sandbox is broken. */
function startFailure(error: Error, request: ExecutionRequest): SandboxRejection {
  return hasCustomSetup(instanceKindOf(request))
    ? badRequest(`The sandbox cannot start with these layers: ${error.message}`)
    : new SandboxRejection('sandbox.unavailable', `The sandbox does not start: ${error.message}`)
}

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
import { WarmPool } from '../pool/warm-pool.ts'
import { Places } from '../queue/places.ts'
import { cancelledResult } from '../request/cancelled-result.ts'
import { badRequest, demandRuntime, demandSound } from '../request/check-request.ts'
import { baseEnvironment } from './arguments.ts'
import { runJob } from './run-job.ts'
import { Slot } from './slot.ts'
import type { SlotHost, SlotKind } from './slot-host.ts'
import { processLimits } from './wrap.ts'

export interface BubblewrapOptions {
  /** How many run at once. */
  readonly concurrency: number
  /** How many may wait before others are refused. */
  readonly queueLimit: number
  /** How many interpreters of each runtime are kept warm, once it has been asked for. */
  readonly poolSize: number
  /** Milliseconds after which warm interpreters nobody asks for are let go. */
  readonly idleMs: number
}

/** What interpreters read when they start, so that a warm one would come too late. */
const startVariable = /^(PYTHON|NODE_|LD_|LC_|LANG|UV_|MALLOC_|GLIBC_|BASH_ENV$|TZ$)/
const mostKinds = 8

/** One process tree an execution, in a warm sandbox of bubblewrap's. */
export class BubblewrapSandbox implements Sandbox {
  readonly #host: SlotHost
  readonly #runtimes: readonly RuntimeHealth[]
  readonly #places: Places
  readonly #pool: WarmPool<SlotKind, Slot>
  /** Aborted when the grace of closing is over. */
  readonly #ending = new AbortController()
  #closed: Promise<void> | undefined

  constructor(host: SlotHost, runtimes: readonly RuntimeHealth[], options: BubblewrapOptions) {
    this.#host = host
    this.#runtimes = runtimes
    this.#places = new Places(options)
    this.#pool = new WarmPool({
      start: (kind) => new Slot(host, kind),
      size: (kind) => (kind.socket !== null ? 0 : isSpecial(kind) ? 1 : options.poolSize),
      mostKinds,
      idleMs: options.idleMs,
    })
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    demandSound(request)
    demandRuntime(request, this.#runtimes, missingSentence[request.runtime])
    const asked = performance.now()
    const leave = await this.#places.enter(request.queueKey, listener.signal)
    const queuedMs = performance.now() - asked
    if (!leave) return cancelledResult(queuedMs)
    const slot = this.#pool.take(kindOf(request))
    try {
      await slot.ready.catch((error: Error) => {
        throw notStarted(error, request)
      })
      listener.onStart?.()
      const baseEnv = baseEnvironment(this.#host.view)
      const signal = AbortSignal.any([
        this.#ending.signal,
        ...(listener.signal ? [listener.signal] : []),
      ])
      const heard = {
        ...(listener.onOutput && { onOutput: listener.onOutput.bind(listener) }),
        signal,
      }
      return await runJob(slot, { request, listener: heard, baseEnv, queuedMs })
    } finally {
      void slot
        .discard()
        .catch(() => undefined)
        .finally(leave)
    }
  }

  health(): Promise<SandboxHealth> {
    return Promise.resolve({
      backend: 'bubblewrap',
      available: true,
      reason: this.#host.groupParent === null ? watched : '',
      runtimes: this.#runtimes,
      running: this.#places.taken,
      queued: this.#places.waiting,
      warm: this.#pool.waiting,
    })
  }

  close(graceMs = 10_000): Promise<void> {
    this.#closed ??= this.#close(graceMs)
    return this.#closed
  }

  async #close(graceMs: number): Promise<void> {
    await this.#places.close(graceMs, () => this.#ending.abort())
    await this.#pool.close()
    await removeFolder(this.#host.baseFolder)
  }
}

const watched =
  'No control group (version 2) is delegated here: memory is watched, and ended when it is too much, but not bounded by the kernel.'

const missingSentence: Record<Runtime, string> = {
  python: 'Python is not there: install python3 (below /usr) and start again.',
  node: 'Node does not run inside the sandbox: start with one that needs nothing outside /usr.',
  shell: 'Bash is not there: install bash (as /usr/bin/bash) and start again.',
}

function kindOf({ runtime, limits, layers, network, env }: ExecutionRequest): SlotKind {
  const startEnv = Object.entries(env).filter(([name]) => startVariable.test(name))
  return {
    runtime,
    limits: processLimits(limits),
    layers,
    socket: network?.kind === 'proxy' ? network.socket : null,
    startEnv: Object.fromEntries(startEnv.sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

function isSpecial({ layers, socket, startEnv }: SlotKind): boolean {
  return layers.length > 0 || socket !== null || Object.keys(startEnv).length > 0
}

/** With the caller's own mounts and variables it is the caller's to mend; else the sandbox is broken. */
function notStarted(error: Error, request: ExecutionRequest): SandboxRefusal {
  return isSpecial(kindOf(request))
    ? badRequest(`It cannot start with these layers and variables: ${error.message}`)
    : new SandboxRefusal('sandbox.unavailable', `The sandbox does not start: ${error.message}`)
}

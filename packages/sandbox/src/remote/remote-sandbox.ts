import type {
  ExecutionListener,
  ExecutionRequest,
  ExecutionResult,
  Sandbox,
  SandboxHealth,
} from '../execution/execution.ts'
import { runtimes, SandboxRejection } from '../execution/execution.ts'
import { assertNoNetwork, assertValidRequest } from '../request/validate-request.ts'
import { type ExecutorAddress, getHealth, parseExecutorUrl } from './executor-address.ts'
import { RemoteExecution } from './remote-execution.ts'

export interface RemoteSandboxOptions {
  /** The URL of the executor, such as `https://scripts.example`. */
  readonly url: string
  /** The token of the executor. */
  readonly token?: string | undefined
  /** Milliseconds without data after which the executor counts as lost; it sends a keep-alive every 10 s. */
  readonly silenceMs?: number
}

/**
 * A sandbox on another machine, served by `repertoire sandbox`. Throws {@link SandboxRejection} when nothing has
 * run, and `ExecutionLost` when that is unknown: no execution is ever sent twice. Throws Error for an invalid
 * URL.
 */
export function openRemoteSandbox(options: RemoteSandboxOptions): Sandbox {
  return new RemoteSandbox(
    parseExecutorUrl(options.url, options.token),
    options.silenceMs ?? 45_000,
  )
}

class RemoteSandbox implements Sandbox {
  readonly #executor: ExecutorAddress
  readonly #silenceMs: number
  readonly #running = new Set<RemoteExecution>()
  #closed = false

  constructor(executor: ExecutorAddress, silenceMs: number) {
    this.#executor = executor
    this.#silenceMs = silenceMs
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    if (this.#closed)
      throw new SandboxRejection(
        'sandbox.stopping',
        'The sandbox is shutting down; try another one.',
      )
    assertValidRequest(request)
    assertNoNetwork(request, 'A socket of this machine does not reach an executor on another one.')
    const execution = new RemoteExecution(this.#executor, {
      request,
      listener,
      silenceMs: this.#silenceMs,
    })
    const cancel = (): void => execution.cancel()
    this.#running.add(execution)
    listener.signal?.addEventListener('abort', cancel, { once: true })
    if (listener.signal?.aborted) cancel()
    try {
      return await execution.result
    } finally {
      listener.signal?.removeEventListener('abort', cancel)
      this.#running.delete(execution)
    }
  }

  async health(): Promise<SandboxHealth> {
    try {
      const health = await getHealth(this.#executor)
      return { ...health, backend: `remote (${health.backend})` }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const counts = { running: this.#running.size, queued: 0, warm: 0 }
      const unknown = runtimes.map((runtime) => ({ runtime, version: null }))
      return { backend: 'remote', available: false, reason, runtimes: unknown, ...counts }
    }
  }

  async close(graceMs = 10_000): Promise<void> {
    this.#closed = true
    const timer = setTimeout(() => {
      for (const execution of this.#running) execution.cancel()
    }, graceMs)
    await Promise.allSettled([...this.#running].map(({ result }) => result))
    clearTimeout(timer)
  }
}

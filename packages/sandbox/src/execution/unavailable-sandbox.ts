import {
  type ExecutionResult,
  runtimes,
  type Sandbox,
  type SandboxHealth,
  SandboxRejection,
} from './execution.ts'

/** Used where no isolation is available: rejects everything and says what to install. */
export class UnavailableSandbox implements Sandbox {
  readonly #backend: string
  readonly #reason: string

  constructor(backend: string, reason: string) {
    this.#backend = backend
    this.#reason = reason
  }

  execute(): Promise<ExecutionResult> {
    return Promise.reject(new SandboxRejection('sandbox.unavailable', this.#reason))
  }

  health(): Promise<SandboxHealth> {
    return Promise.resolve({
      backend: this.#backend,
      available: false,
      reason: this.#reason,
      runtimes: runtimes.map((runtime) => ({ runtime, version: null })),
      running: 0,
      queued: 0,
      warm: 0,
    })
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

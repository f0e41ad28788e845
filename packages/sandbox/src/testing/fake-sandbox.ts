import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  runtimes,
  type Sandbox,
  type SandboxHealth,
} from '../execution/execution.ts'

/** The behaviour of an execution, given by a test. */
export type FakeExecution = (
  request: ExecutionRequest,
  listener: ExecutionListener,
) => Promise<ExecutionResult>

export const emptyResult: ExecutionResult = {
  status: 'ok',
  exitCode: 0,
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  outputs: [],
  skipped: [],
  usage: { wallMs: 12, queuedMs: 0, cpuMs: null, peakMemoryBytes: null },
}

/** A fake sandbox whose executions behave as a test defines. */
export class FakeSandbox implements Sandbox {
  readonly seen: ExecutionRequest[] = []
  available = true
  /** The number of health calls. */
  asked = 0
  #script: FakeExecution
  #running = new Set<Promise<unknown>>()

  constructor(script: FakeExecution = async () => emptyResult) {
    this.#script = script
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    this.seen.push(request)
    const result = this.#script(request, listener)
    this.#running.add(result)
    return result.finally(() => this.#running.delete(result))
  }

  async health(): Promise<SandboxHealth> {
    this.asked += 1
    return {
      backend: 'scripted',
      available: this.available,
      reason: '',
      runtimes: runtimes.map((runtime) => ({ runtime, version: '1' })),
      running: this.#running.size,
      queued: 3,
      warm: 2,
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running)
  }
}

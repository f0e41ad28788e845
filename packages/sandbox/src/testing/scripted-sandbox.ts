import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  runtimes,
  type Sandbox,
  type SandboxHealth,
} from '../execution.ts'

/** What a test lets an execution do. */
export type Script = (
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

/** A sandbox that does what a test says, to see what is made of it elsewhere. */
export class ScriptedSandbox implements Sandbox {
  readonly seen: ExecutionRequest[] = []
  available = true
  /** How often it was asked for its health. */
  asked = 0
  #script: Script
  #running = new Set<Promise<unknown>>()

  constructor(script: Script = async () => emptyResult) {
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

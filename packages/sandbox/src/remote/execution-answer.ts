import type { ExecutionResult, SandboxRejection } from '../execution/execution.ts'

/** The answer to one execution. A refusal has its own HTTP status unless streaming has started. */
export interface ExecutionAnswer {
  started(): void
  output(stream: 'stdout' | 'stderr', bytes: Uint8Array): void
  result(result: ExecutionResult): void
  sendRejection(refusal: SandboxRejection): void
  /** Aborts the connection, so that the client sees an incomplete answer. */
  break(): void
}

import type { ExecutionResult } from '../execution/execution.ts'

/** The result of an execution that was cancelled before it started. */
export function cancelledResult(queuedMs: number): ExecutionResult {
  return {
    status: 'cancelled',
    exitCode: null,
    stdout: new Uint8Array(),
    stderr: new Uint8Array(),
    outputs: [],
    skipped: [],
    usage: { wallMs: 0, queuedMs, cpuMs: null, peakMemoryBytes: null },
  }
}

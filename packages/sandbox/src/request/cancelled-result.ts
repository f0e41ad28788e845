import type { ExecutionResult } from '../execution.ts'

/** Of one that was given up before it began. */
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

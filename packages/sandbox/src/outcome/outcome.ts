import type { ExecutionLimits, ExecutionStatus, Runtime } from '../execution/execution.ts'

/** Why the sandbox killed an execution. */
export type KillReason = Exclude<ExecutionStatus, 'ok' | 'failed'>

export interface Ending {
  readonly runtime: Runtime
  readonly killedFor: KillReason | null
  /** As reported by bubblewrap (128 + n for a signal); null when bubblewrap itself was killed. */
  readonly exitCode: number | null
  readonly cpuMs: number | null
  /** The control group killed a process for lack of memory. */
  readonly memoryGroupKilled: boolean
  /** The end of standard error. */
  readonly stderrTail: string
  /** Bytes of the largest file that it left. */
  readonly largestFileBytes: number
}

const sigkillCode = 128 + 9
const sigabrtCode = 128 + 6
const sigxcpuCode = 128 + 24
const sigxfszCode = 128 + 25
/** Backends that set the limit in whole kibibytes stop this much below it. */
const fileLimitStepBytes = 1024

/** Derives the status of an execution. Script output may indicate out-of-memory, never success. */
export function outcomeOf(
  ending: Ending,
  limits: ExecutionLimits,
): { readonly status: ExecutionStatus; readonly exitCode: number | null } {
  const { exitCode } = ending
  if (ending.killedFor !== null) return { status: ending.killedFor, exitCode: null }
  if (ending.memoryGroupKilled) return { status: 'out-of-memory', exitCode }
  if (exitCode === 0) return { status: 'ok', exitCode }
  if (exceededCpuTime(ending, limits)) return { status: 'timed-out', exitCode: null }
  if (reachedFileLimit(ending, limits)) return { status: 'disk-limit', exitCode }
  return { status: ranOutOfMemory(ending) ? 'out-of-memory' : 'failed', exitCode }
}

/** Interpreters ignore the limit's signal and fail with an error of their own, with the file as large as allowed. */
function reachedFileLimit(
  { exitCode, largestFileBytes }: Ending,
  { fileBytes }: ExecutionLimits,
): boolean {
  return exitCode === sigxfszCode || largestFileBytes > fileBytes - fileLimitStepBytes
}

/**
 * A process that ignores the soft limit's signal is killed by the hard limit; SIGKILL alone could have other
 * causes.
 */
function exceededCpuTime({ exitCode, cpuMs }: Ending, limits: ExecutionLimits): boolean {
  if (exitCode === sigxcpuCode) return true
  return exitCode === sigkillCode && cpuMs !== null && cpuMs >= limits.cpuSeconds * 700
}

function ranOutOfMemory({ runtime, exitCode, stderrTail }: Ending): boolean {
  if (runtime === 'node')
    return exitCode === sigabrtCode && stderrTail.includes('JavaScript heap out of memory')
  if (runtime === 'python') return exitCode === 1 && /(^|\n)MemoryError\b.*\s*$/.test(stderrTail)
  return false
}

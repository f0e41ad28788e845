import type { ExecutionLimits, ExecutionStatus, Runtime } from '../execution.ts'

/** Why we ended an execution. */
export type KillReason = Exclude<ExecutionStatus, 'ok' | 'failed'>

export interface Ending {
  readonly runtime: Runtime
  readonly killedFor: KillReason | null
  /** As bubblewrap passes it on (128 + n for a signal); null when bubblewrap itself was killed. */
  readonly exitCode: number | null
  readonly cpuMs: number | null
  /** A memory group ended a process of the tree. */
  readonly memoryGroupKilled: boolean
  /** The last part of what was printed to standard error. */
  readonly stderrTail: string
}

const killed = 128 + 9
const aborted = 128 + 6
const processorLimit = 128 + 24

/** What became of an execution. What a script prints can only tell of its own memory, never of success. */
export function outcomeOf(
  ending: Ending,
  limits: ExecutionLimits,
): { readonly status: ExecutionStatus; readonly exitCode: number | null } {
  const { exitCode } = ending
  if (ending.killedFor !== null) return { status: ending.killedFor, exitCode: null }
  if (ending.memoryGroupKilled) return { status: 'out-of-memory', exitCode }
  if (exitCode === 0) return { status: 'ok', exitCode }
  if (ranOutOfProcessor(ending, limits)) return { status: 'timed-out', exitCode: null }
  return { status: ranOutOfMemory(ending) ? 'out-of-memory' : 'failed', exitCode }
}

/** Those that ignore the signal of the soft limit are killed by the hard one, which could be others' doing. */
function ranOutOfProcessor({ exitCode, cpuMs }: Ending, limits: ExecutionLimits): boolean {
  if (exitCode === processorLimit) return true
  return exitCode === killed && cpuMs !== null && cpuMs >= limits.cpuSeconds * 700
}

function ranOutOfMemory({ runtime, exitCode, stderrTail }: Ending): boolean {
  if (runtime === 'node')
    return exitCode === aborted && stderrTail.includes('JavaScript heap out of memory')
  if (runtime === 'python') return exitCode === 1 && /(^|\n)MemoryError\b.*\s*$/.test(stderrTail)
  return false
}

import type { ExecutionId } from '@repertoire/core/base'
import { type Principal, queueKeyOf } from '@repertoire/core/domain'
import type { ExecutionLimits, ExecutionRequest, ExecutionResult } from '@repertoire/sandbox'
import { limitsFor } from './sandbox-request.ts'
import type { ScriptServiceOptions } from './script-service-options.ts'

/** Code that a caller sent, to be run once for its result. */
export interface CodeExecution {
  readonly executionId: ExecutionId
  readonly principal: Principal
  /** Without folders of this machine, and without a queue of the caller's choice. */
  readonly code: Omit<ExecutionRequest, 'layers' | 'queueKey' | 'limits'>
  /** Fewer than the server's. */
  readonly limits: Partial<ExecutionLimits>
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
  /** Called once there is a slot for it; it runs only after this. */
  onAccepted(): Promise<void>
}

/** Executes it as a script without a skill: no secrets, no packages, no conversation. Throws ProblemError `sandbox.*`. */
export async function executeCode(
  { sandbox, timeoutSeconds }: Pick<ScriptServiceOptions, 'sandbox' | 'timeoutSeconds'>,
  { principal, code, limits, signal, onAccepted }: CodeExecution,
): Promise<ExecutionResult> {
  const defaults = await sandbox.limits()
  const { wallMs = defaults.wallMs } = limits
  const most = limitsFor(defaults, { wallMs, timeoutSeconds })
  await onAccepted()
  const lowered = lowerLimits(most, limits)
  const queueKey = queueKeyOf(principal)
  return sandbox.execute({ ...code, layers: [], limits: lowered, queueKey }, { signal })
}

function lowerLimits(most: ExecutionLimits, asked: Partial<ExecutionLimits>): ExecutionLimits {
  const names = Object.keys(most) as (keyof ExecutionLimits)[]
  const lower = names.map((name) => [name, Math.min(asked[name] ?? most[name], most[name])])
  return Object.fromEntries(lower) as unknown as ExecutionLimits
}

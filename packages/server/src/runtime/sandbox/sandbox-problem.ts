import { ProblemError } from '@repertoire/core/base'
import type { SandboxHealth } from '@repertoire/sandbox'

const kinds: Readonly<Record<string, 'invalid' | 'rate-limited'>> = {
  'sandbox.bad-request': 'invalid',
  'sandbox.queue-full': 'rate-limited',
}

/**
 * Translates a sandbox's refusal to a problem, and returns any other error as it is. Errors are recognised by
 * name, so that the sandbox package need not be loaded.
 */
export function toSandboxProblem(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'ExecutionLost') {
    return new ProblemError({
      code: 'sandbox.execution-lost',
      kind: 'unavailable',
      message: `${error.message} It may or may not have run, so it was not done again.`,
      hint: 'Check the current state before you decide whether to call it again.',
    })
  }
  if (error.name !== 'SandboxRejection') return error
  const code = 'code' in error ? String(error.code) : 'sandbox.unavailable'
  const wait = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
  return new ProblemError({
    code,
    kind: kinds[code] ?? 'unavailable',
    message: `${error.message} Nothing was run.`,
    ...(typeof wait === 'number' && { details: { retry_after_seconds: wait } }),
  })
}

/** The refusal where no script can run: `sandbox.unavailable`, or `sandbox.off` where the operator said so. */
export function unavailableProblem({ backend, reason }: Pick<SandboxHealth, 'backend' | 'reason'>) {
  return new ProblemError({
    code: backend === 'off' ? 'sandbox.off' : 'sandbox.unavailable',
    kind: 'unavailable',
    message: `${reason || 'No interpreter is installed where scripts run.'} Nothing was run.`,
    hint: 'Go on without the script; the operator has to make scripts run.',
  })
}

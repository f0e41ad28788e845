import type { Problem } from '../../base/errors.ts'
import type { ScriptRuntime } from '../../domain/execution.ts'

export const scriptsUnavailable: Problem = {
  code: 'sandbox.unavailable',
  kind: 'unavailable',
  message: 'Scripts cannot be run here. Nothing was run.',
  hint: 'Go on without the script, and tell the person.',
}

/** The names under which people install them. */
export const interpreterNames: Readonly<Record<ScriptRuntime, string>> = {
  python: 'Python (python3)',
  node: 'Node.js',
  shell: 'Bash',
}

export function interpreterMissing(runtime: ScriptRuntime): Problem {
  return {
    code: 'sandbox.runtime-missing',
    kind: 'unavailable',
    message: `${interpreterNames[runtime]} is not installed where scripts run. Nothing was run.`,
    hint: `Go on without the script, and tell the person that the operator would have to install ${interpreterNames[runtime]}.`,
    details: { runtime },
  }
}

export function executionNotFound(id: string): Problem {
  return {
    code: 'execution.not-found',
    kind: 'not-found',
    message: 'There is no such execution.',
    details: { execution_id: id.slice(0, 100) },
  }
}

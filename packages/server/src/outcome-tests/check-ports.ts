import { randomUUID } from 'node:crypto'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { type ConversationId, type ExecutionId, isProblemError } from '@repertoire/core/base'
import type { InputVerdict, Model } from '@repertoire/core/ports'
import type { CheckPorts, ScriptVerdict } from '@repertoire/core/report'
import type { OutcomeCase, PackageFile } from '@repertoire/skill-md'
import type { Embedded } from '../embedding/open-embedded.ts'
import { withCpuLimit } from '../platform/input-check/check-input.ts'
import { randomIds } from '../platform/system/system-ports.ts'
import { placeFiles } from './place-files.ts'

export interface CheckedTrial {
  readonly embedded: Embedded
  readonly conversationId: ConversationId
  readonly outcomeCase: OutcomeCase
  readonly judge: Model
  /** Of the package under test, with its tests. */
  readonly files: readonly PackageFile[]
  readonly signal: AbortSignal
}

/** Expressions and schemas are a skill's, so both work under a CPU limit that V8 enforces. */
export function checkPorts(trial: CheckedTrial): CheckPorts {
  return {
    matches: (pattern, text) => {
      try {
        return withCpuLimit(() => new RegExp(pattern, 'mu').test(text))
      } catch {
        return null
      }
    },
    fitsSchema,
    runScript: (path, answer) => runScript(trial, path, answer),
    judge: trial.judge,
  }
}

function fitsSchema(schema: object | boolean, value: unknown): InputVerdict {
  try {
    return withCpuLimit(() => {
      // A schema that is a boolean accepts everything, or nothing.
      const whole = typeof schema === 'boolean' ? { allOf: [schema] } : schema
      const result = new AjvJsonSchemaValidator().getValidator(whole as never)(value)
      if (result.valid) return { verdict: 'fits' }
      return { verdict: 'wrong', why: result.errorMessage ?? 'it does not fit' }
    })
  } catch {
    return { verdict: 'unusable-schema', why: 'The schema is invalid, or takes too long.' }
  }
}

const interpreters: Readonly<Record<string, string>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  sh: 'bash',
}

/**
 * The script is in a new folder, so that nothing that the agent left beside it is loaded. It gets the question and the
 * answer as JSON on its standard input; 0 passes.
 */
async function runScript(
  { embedded, conversationId, outcomeCase, files, signal }: CheckedTrial,
  path: string,
  answer: string,
): Promise<ScriptVerdict> {
  const interpreter = interpreters[path.split('.').at(-1) ?? '']
  const file = files.find((one) => one.path === path || one.path === `evals/${path}`)
  if (!file) return { passed: null, why: `The skill has no file ${path}.` }
  if (interpreter === undefined) return { passed: null, why: 'A check is a .py, .js or .sh file.' }
  const { services, principal } = embedded
  const { workspace } = services.store.tenant(principal.tenantId)
  const placed = `check-${randomUUID()}/check.${path.split('.').at(-1)}`
  try {
    const folder = { workspace, viewer: principal.userId, conversationId }
    await placeFiles(folder, [{ path: placed, bytes: file.bytes }])
    const inputs = (await workspace.list(principal.userId, conversationId)).map((one) => one.path)
    const { execution } = await services.scripts.run({
      ...{ executionId: randomIds.next('exe') as ExecutionId, principal, conversationId },
      ...{ runId: null, traceId: randomIds.traceId(), callId: null, skill: null },
      ...{ mountedSkills: [], runtime: 'shell', entry: `${interpreter} ${placed}`, args: [] },
      ...{ stdin: JSON.stringify({ prompt: outcomeCase.prompt, answer }), inputs, wallMs: null },
      signal,
    })
    if (execution.exitCode === 0) return { passed: true, why: '' }
    const why = (execution.stdout + execution.stderr).trim().slice(-500)
    // 126 and 127: the interpreter is missing.
    const ran = execution.exitCode !== null && ![126, 127].includes(execution.exitCode)
    return { passed: ran ? false : null, why: why || `It ended with ${execution.exitCode}.` }
  } catch (error) {
    if (!isProblemError(error)) throw error
    return { passed: null, why: error.problem.message }
  }
}

import { createContext, Script } from 'node:vm'
import type { JsonSchemaValidator } from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import type { ConnectorTool, InputVerdict, JsonObject } from '@repertoire/core'

/** Processor time a stranger's schema may take to be read and to be used. */
const maxCpuMs = 200
/**
 * How long is waited for it by the wall clock, the next only where this process was hardly given a processor
 * before: on a busy machine time passes in which nothing of ours is done.
 */
const wallTimeoutsMs = [250, 1_000, 4_000] as const

const run = new Script('check()')

/** Whether an input fits the tool's own schema. */
export type InputCheck = (input: JsonObject) => InputVerdict

/**
 * Checks by the schema a server gives for its tool. Such a schema can be built so that reading or using it
 * takes for ever (nested references, expressions that backtrack), so both happen under a clock that the
 * engine itself enforces.
 */
export function createInputCheck(tool: Pick<ConnectorTool, 'inputSchema'>): InputCheck {
  let validate: JsonSchemaValidator<unknown> | null = null
  return (input) => {
    try {
      return withCpuLimit(() => {
        // A validator of its own: an `$id` of one schema must not be found by another.
        validate ??= new AjvJsonSchemaValidator().getValidator(tool.inputSchema)
        const result = validate(input)
        if (result.valid) return { verdict: 'fits' }
        return { verdict: 'wrong', why: result.errorMessage ?? 'it does not fit' }
      })
    } catch (error) {
      const why = isTimeout(error) ? 'checking an input by it takes too long' : 'it cannot be read'
      return { verdict: 'unusable-schema', why }
    }
  }
}

/** Throws when the work takes more processor time than it may, or never gets any. */
export function withCpuLimit<Result>(work: () => Result): Result {
  for (const [at, milliseconds] of wallTimeoutsMs.entries()) {
    const cpuBefore = cpuMilliseconds()
    try {
      return runWithTimeout(milliseconds, work)
    } catch (error) {
      const starved = cpuMilliseconds() - cpuBefore < maxCpuMs
      if (!isTimeout(error) || !starved || at === wallTimeoutsMs.length - 1) throw error
    }
  }
  throw new Error('there is always a last try')
}

function runWithTimeout<Result>(milliseconds: number, work: () => Result): Result {
  let result: Result | undefined
  const check = () => {
    result = work()
  }
  run.runInContext(createContext({ check }), { timeout: milliseconds })
  return result as Result
}

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}

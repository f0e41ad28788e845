import { createContext, Script } from 'node:vm'
import type { JsonSchemaValidator } from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import type { JsonObject } from '@repertoire/core/base'
import type { ConnectorTool } from '@repertoire/core/domain'
import type { InputVerdict } from '@repertoire/core/ports'

/** CPU time that reading and using an untrusted schema may take. */
const maxCpuMs = 200
/**
 * Wall-clock timeouts. A longer one is tried only when this process got hardly any CPU time, because on a busy
 * machine time passes without work being done.
 */
const wallTimeoutsMs = [250, 1_000, 4_000] as const

const run = new Script('check()')

/** Checks an input against one tool's schema. */
export type InputCheck = (input: JsonObject) => InputVerdict

/**
 * Checks inputs against an untrusted schema. Such a schema can make parsing or validation take for ever (nested
 * references, backtracking patterns), so both run under a CPU limit that V8 enforces.
 */
export function createInputCheck(tool: Pick<ConnectorTool, 'inputSchema'>): InputCheck {
  let validate: JsonSchemaValidator<unknown> | null = null
  return (input) => {
    try {
      return withCpuLimit(() => {
        // A separate validator, so that an `$id` of one schema is not visible to another.
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

/** Throws when the work exceeds the CPU limit, or never gets CPU time. */
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

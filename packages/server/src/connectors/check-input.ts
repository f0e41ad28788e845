import { createContext, Script } from 'node:vm'
import type { JsonSchemaValidator } from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import type { ConnectorTool, JsonObject } from '@repertoire/core'

/** A stranger's schema may take so long to read and to check. */
const milliseconds = 250

const run = new Script('check()')

/** What is wrong with an input by the tool's own schema; null when nothing is. */
export type InputCheck = (input: JsonObject) => string | null

/**
 * Checks by the schema a server gives for its tool. Such a schema can be built so that reading or using it
 * takes for ever (nested references, expressions that backtrack), so both happen under a clock that the
 * engine itself enforces. One that cannot be read or takes too long is the tool's fault: no input fits it.
 */
export function inputCheckOf(tool: ConnectorTool): InputCheck {
  let validate: JsonSchemaValidator<unknown> | null = null
  return (input) => {
    try {
      return underClock(() => {
        // A validator of its own: an `$id` of one schema must not be found by another.
        validate ??= new AjvJsonSchemaValidator().getValidator(tool.inputSchema)
        const result = validate(input)
        return result.valid ? null : (result.errorMessage ?? 'it does not fit')
      })
    } catch {
      return 'the schema the server gives for this tool cannot be used'
    }
  }
}

function underClock<Result>(work: () => Result): Result {
  let result: Result | undefined
  const check = () => {
    result = work()
  }
  run.runInContext(createContext({ check }), { timeout: milliseconds })
  return result as Result
}

import type { JsonValue } from '../base/json.ts'
import type { CodeOutcome, CodeRequest, CodeRunner } from '../ports/code.ts'

/** A test's replacement for code: it calls host functions with serialised JSON. */
export type CodeScript = (
  call: (name: string, ...args: JsonValue[]) => Promise<JsonValue>,
  request: CodeRequest,
) => Promise<JsonValue>

/** A code runner that executes `script` instead of the given code. */
export function createScriptedCode(script: CodeScript): CodeRunner {
  return {
    run: async (request) => {
      let hostCalls = 0
      const call = async (name: string, ...args: JsonValue[]): Promise<JsonValue> => {
        const host = Object.hasOwn(request.host, name) ? request.host[name] : undefined
        if (!host) throw new Error(`There is no ${name}.`)
        hostCalls += 1
        return asJson(await host(asJson(args) as JsonValue[]))
      }
      const outcome = (end: Pick<CodeOutcome, 'status' | 'value' | 'error'>): CodeOutcome => ({
        ...{ logs: '', ...end },
        usage: { wallMs: 1, hostCalls },
      })
      try {
        return outcome({ status: 'ok', value: await script(call, request), error: null })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        return outcome({ status: 'failed', value: undefined, error: { name: 'Error', message } })
      }
    },
  }
}

function asJson(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

import { isProblemError, type Problem, ProblemError } from '@repertoire/core/base'

/** UTF-16 units of an untrusted error message that are passed on. */
const maxReasonLength = 2_000

/** The server could not be reached, or the connection broke. */
export function connectorFailed(name: string, why: string, retrySeconds = 0): ProblemError {
  return new ProblemError({
    code: 'connector.failed',
    kind: 'unavailable',
    message: `The connector "${name}" does not work: ${why}.`,
    hint:
      retrySeconds > 0
        ? `It is tried again in ${retrySeconds} s at the earliest; go on without it, or tell the person.`
        : 'Whether a call that was under way took effect is not known. Try once more, or go on without it.',
    details: { connector: name },
  })
}

export function connectorTimedOut(name: string, seconds: number): ProblemError {
  return new ProblemError({
    code: 'connector.timed-out',
    kind: 'unavailable',
    message: `The connector "${name}" did not answer within ${seconds} s, so the call was given up; it may still take effect.`,
    hint: 'Ask for less at once, or go on without it.',
    details: { connector: name, seconds },
  })
}

export function connectorChanged(name: string): ProblemError {
  return new ProblemError({
    code: 'connector.changed',
    kind: 'forbidden',
    message: `"${name}" has just been configured differently, so nothing was sent to it.`,
    hint: 'Call list_connectors to see whether it may still be used.',
    details: { connector: name },
  })
}

export function toolNotFound(name: string, tool: string, known: readonly string[]): ProblemError {
  const shown = known.slice(0, 20)
  return new ProblemError({
    code: 'connector.tool-not-found',
    kind: 'not-found',
    message: `The connector "${name}" has no tool named "${tool.slice(0, 128)}".`,
    hint: 'Call search_connector_tools for the tools there are.',
    details: { connector: name, tools: shown },
  })
}

export function invalidToolInput(name: string, tool: string, why: string): ProblemError {
  return new ProblemError({
    code: 'connector.bad-input',
    kind: 'invalid',
    message: `The input for ${tool} of "${name}" does not fit its schema: ${why.slice(0, maxReasonLength)}`,
    hint: 'Call it again with the fields search_connector_tools shows in input_schema. Nothing was sent.',
    details: { connector: name, tool },
  })
}

/** The tool's schema cannot be used, so no input is sent. The input is not at fault. */
export function invalidToolSchema(name: string, tool: string, why: string): ProblemError {
  return new ProblemError({
    code: 'connector.unusable-tool',
    kind: 'conflict',
    message: `${tool} of "${name}" cannot be called: the server gives a schema for its input that cannot be used (${why}).`,
    hint: 'Nothing was sent. Go on without this tool; its operator has to fix it.',
    details: { connector: name, tool },
  })
}

/** The tool reported an error. `text` is untrusted. */
export function toolFailed(name: string, tool: string, text: string): ProblemError {
  return new ProblemError({
    code: 'connector.tool-failed',
    kind: 'conflict',
    message: `${tool} of "${name}" reports an error: ${text.slice(0, maxReasonLength)}`,
    details: { connector: name, tool },
  })
}

export function isConnectorProblem(error: unknown): error is ProblemError & { problem: Problem } {
  return isProblemError(error) && error.problem.code.startsWith('connector.')
}

import { ProblemError } from '@repertoire/core/base'
import type { z } from 'zod'
import { checkJsonLimits } from './json-limits.ts'
import { parseInput } from './parse-input.ts'

/**
 * A JSON body by the schema of its route. Throws ProblemError `request.too-deep`, `request.too-many-values`,
 * `request.invalid-utf8`, `request.invalid-json` or `request.invalid`. Pure.
 */
export function parseBody(schema: z.ZodType, bytes: Uint8Array): unknown {
  checkJsonLimits(bytes)
  return parseInput(schema, parseJson(decodeUtf8(bytes)), 'body')
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('request.invalid-utf8', 'The body is not valid UTF-8.')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const detail = error instanceof SyntaxError ? jsonPosition(error.message) : ''
    throw invalid('request.invalid-json', `The body is not valid JSON${detail}.`)
  }
}

/** The position only: the parser's message quotes the body, which may contain a secret. */
function jsonPosition(message: string): string {
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)
  return position ? ` (${position[0]})` : ''
}

function invalid(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'invalid', message })
}

import { type JsonValue, ProblemError } from '@repertoire/core/base'
import type { z } from 'zod'
import { type IssueOfField, issueLine, issueText } from './issue-text.ts'

/** A part of a request by its schema. Throws ProblemError `request.invalid` with every invalid field. Pure. */
export function parseInput(schema: z.ZodType, value: unknown, part: string): unknown {
  const result = schema.safeParse(value)
  const issues = result.success
    ? unstorableText(result.data, [])
    : result.error.issues.map((issue) => ({ path: [...issue.path], message: issueText(issue) }))
  if (result.success && issues.length === 0) return result.data
  const [first] = issues
  throw new ProblemError({
    code: 'request.invalid',
    kind: 'invalid',
    message: `The ${part} of the request is invalid: ${first ? issueLine(first).replace(/\.?$/, '.') : ''}`,
    hint: 'details.issues lists every invalid field; GET /api/v1/openapi.json describes the format.',
    details: {
      issues: issues.slice(0, 50).map(({ path, message }): JsonValue => {
        return { path: [part, ...path.map(String)].join('.'), message }
      }),
    },
  })
}

/** Text that only one of the databases can store: NUL, and lone surrogates. */
function unstorableText(value: unknown, path: readonly PropertyKey[]): readonly IssueOfField[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) return [{ path, message: 'Text must not contain NUL.' }]
    if (/\p{Cs}/u.test(value)) return [{ path, message: 'Text must be well-formed Unicode.' }]
    return []
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => unstorableText(item, [...path, i]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => unstorableText(item, [...path, key]))
}

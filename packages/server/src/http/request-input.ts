import { type JsonValue, ProblemError } from '@repertoire/core'
import { defaultBodyLimit, type RouteSpec } from '@repertoire/protocol'
import type { Context } from 'hono'
import type { z } from 'zod'
import { isJsonFromCurl } from './document-paths.ts'
import type { HttpEnvironment } from './environment.ts'
import { refuseDeepJson } from './json-depth.ts'
import { readBody } from './middleware/body-limit.ts'

/** Bytes of a body, and milliseconds to send it, before it is known who sends it. */
const publicBodyLimit = 4 * 1024
export const publicDeadlineMs = 10_000

const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** Path parameters by the route's schema. A malformed id is answered like an unknown one. */
export function readParams(c: Context<HttpEnvironment>, schema: z.ZodType): unknown {
  const params = c.req.param()
  if ('id' in params && !idPattern.test(String(params.id))) throw idNotFound()
  return parse(schema, params, 'path')
}

/** Query parameters by the route's schema. A repeated one becomes a list, which no route accepts. */
export function readQuery(c: Context<HttpEnvironment>, schema: z.ZodType): unknown {
  const values: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(c.req.queries())) {
    values[name] = given.length === 1 ? given[0] : given
  }
  return parse(schema, values, 'query')
}

/**
 * The JSON body by the route's schema. Throws ProblemError `request.unsupported-type`,
 * `request.too-large`, `request.too-slow`, `request.too-deep`, `request.invalid-utf8`, `request.invalid-json` or
 * `request.invalid`.
 */
export async function readJsonBody(
  request: Request,
  spec: Pick<RouteSpec, 'access' | 'body' | 'bodyLimit' | 'bodyOptional'>,
): Promise<unknown> {
  if (!spec.body) return undefined
  const type = request.headers.get('content-type') ?? ''
  if (spec.bodyOptional && type === '' && isEmpty(request)) return parse(spec.body, {}, 'body')
  const isJson = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(type)
  if (!isJson && !isJsonFromCurl(request)) throw unsupportedType(type)
  const bytes =
    spec.access === 'public'
      ? await readBody(request, spec.bodyLimit ?? publicBodyLimit, publicDeadlineMs)
      : await readBody(request, spec.bodyLimit ?? defaultBodyLimit)
  refuseDeepJson(bytes)
  return parse(spec.body, parseJson(decodeUtf8(bytes)), 'body')
}

/** Whether a request has no body: over a connection every POST has a stream for it. */
function isEmpty({ body, headers }: Request): boolean {
  if (body === null) return true
  return headers.get('content-length') === '0' || isWithoutLength(headers)
}

function isWithoutLength(headers: Headers): boolean {
  return !headers.has('content-length') && !headers.has('transfer-encoding')
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

function parse(schema: z.ZodType, value: unknown, part: string): unknown {
  const result = schema.safeParse(value)
  const issues = result.success
    ? unstorableText(result.data, [])
    : result.error.issues.map((issue) => ({ path: [...issue.path], message: issue.message }))
  if (result.success && issues.length === 0) return result.data
  throw new ProblemError({
    code: 'request.invalid',
    kind: 'invalid',
    message: `The ${part} of the request is invalid: ${issues[0]?.message ?? ''}`,
    hint: 'details.issues lists every invalid field; GET /api/v1/openapi.json describes the format.',
    details: {
      issues: issues.slice(0, 50).map(({ path, message }): JsonValue => {
        return { path: [part, ...path.map(String)].join('.'), message }
      }),
    },
  })
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Text that only one of the databases can store: NUL, and lone surrogates. */
function unstorableText(value: unknown, path: readonly PropertyKey[]): readonly Issue[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) return [{ path, message: 'Text must not contain NUL.' }]
    if (/\p{Cs}/u.test(value)) return [{ path, message: 'Text must be well-formed Unicode.' }]
    return []
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => unstorableText(item, [...path, i]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => unstorableText(item, [...path, key]))
}

function invalid(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'invalid', message })
}

function unsupportedType(type: string): ProblemError {
  return new ProblemError({
    code: 'request.unsupported-type',
    kind: 'unsupported',
    message: 'The body has to be JSON: send content-type: application/json.',
    details: { content_type: type.slice(0, 200) },
  })
}

function idNotFound(): ProblemError {
  return new ProblemError({
    code: 'request.not-found',
    kind: 'not-found',
    message: 'There is nothing with this id.',
  })
}

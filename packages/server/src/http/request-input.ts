import { ProblemError } from '@repertoire/core'
import { defaultBodyLimit, type RouteSpec } from '@repertoire/protocol'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { BodyParser } from '../body-parsing/body-parser.ts'
import { parseInput } from '../body-parsing/parse-input.ts'
import { isJsonFromCurl } from './document-paths.ts'
import type { HttpEnvironment } from './environment.ts'
import { readBody } from './middleware/body-limit.ts'

/** Bytes of a body, and milliseconds to send it, before it is known who sends it. */
const publicBodyLimit = 4 * 1024
export const publicDeadlineMs = 10_000

const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** Path parameters by the route's schema. A malformed id is answered like an unknown one. */
export function readParams(c: Context<HttpEnvironment>, schema: z.ZodType): unknown {
  const params = c.req.param()
  if ('id' in params && !idPattern.test(String(params.id))) throw idNotFound()
  return parseInput(schema, params, 'path')
}

/** Query parameters by the route's schema. A repeated one becomes a list, which no route accepts. */
export function readQuery(c: Context<HttpEnvironment>, schema: z.ZodType): unknown {
  const values: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(c.req.queries())) {
    values[name] = given.length === 1 ? given[0] : given
  }
  return parseInput(schema, values, 'query')
}

/**
 * The JSON body by the route's schema. Throws ProblemError `request.unsupported-type`,
 * `request.too-large`, `request.too-slow`, and those of `parseBody`.
 */
export async function readJsonBody(
  request: Request,
  spec: Pick<RouteSpec, 'access' | 'body' | 'bodyLimit' | 'bodyOptional' | 'operationId'>,
  parser: BodyParser,
): Promise<unknown> {
  if (!spec.body) return undefined
  const type = request.headers.get('content-type') ?? ''
  if (spec.bodyOptional && type === '' && isEmpty(request)) return parseInput(spec.body, {}, 'body')
  const isJson = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(type)
  if (!isJson && !isJsonFromCurl(request)) throw unsupportedType(type)
  const bytes =
    spec.access === 'public'
      ? await readBody(request, spec.bodyLimit ?? publicBodyLimit, publicDeadlineMs)
      : await readBody(request, spec.bodyLimit ?? defaultBodyLimit)
  return parser.parse(spec, bytes)
}

/** Whether a request has no body: over a connection every POST has a stream for it. */
function isEmpty({ body, headers }: Request): boolean {
  if (body === null) return true
  return headers.get('content-length') === '0' || isWithoutLength(headers)
}

function isWithoutLength(headers: Headers): boolean {
  return !headers.has('content-length') && !headers.has('transfer-encoding')
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

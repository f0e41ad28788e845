import { Readable } from 'node:stream'
import { isProblemError, ProblemError } from '@repertoire/core/base'
import { defaultBodyLimit, type RouteSpec } from '@repertoire/protocol'
import type { Context } from 'hono'
import type { z } from 'zod'
import { type BodyParser, smallBodyBytes } from '../../platform/body-parsing/body-parser.ts'
import { parseInput } from '../../platform/body-parsing/parse-input.ts'
import { isJsonFromCurl } from './document-paths.ts'
import type { HttpEnvironment } from './environment.ts'
import type { LargeBodyQueue } from './large-body-queue.ts'
import { declaredLength, interrupted, readBody, readParts } from './middleware/body-limit.ts'
import { notFound } from './not-found.ts'

/** Bytes of a body, and milliseconds to send it, before it is known who sends it. */
const publicBodyLimit = 4 * 1024
export const publicDeadlineMs = 10_000

const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** Path parameters by the route's schema. A malformed id is answered like an unknown one. */
export function readParams(c: Context<HttpEnvironment>, schema: z.ZodType): unknown {
  const params = c.req.param()
  if ('id' in params && !idPattern.test(String(params.id)))
    throw notFound('request.not-found', 'There is nothing with this id.')
  return parseInput(schema, params, 'path')
}

/** Parameters whose values are separated by commas: many clients send a list by repeating them. */
const commaSeparated: ReadonlySet<string> = new Set(['tags'])

/** Query parameters by the route's schema. Another repeated one becomes a list, which no route accepts. */
export function readQuery(c: Context<HttpEnvironment>, schema: z.ZodType): unknown {
  const values: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(c.req.queries())) {
    const isOne = given.length === 1 || commaSeparated.has(name)
    values[name] = isOne ? given.join(',') : given
  }
  return parseInput(schema, values, 'query')
}

const emptyObject = Buffer.from('{}')

/**
 * The JSON body by the route's schema; without bytes it counts as `{}`, whatever its type. Throws ProblemError `request.unsupported-type`,
 * `request.too-large`, `request.too-slow`, and those of `parseBody`.
 */
export async function readJsonBody(
  c: Context<HttpEnvironment>,
  spec: Pick<RouteSpec, 'access' | 'body' | 'bodyLimit' | 'operationId'>,
  { parser, queue, queueKey }: BodyReading,
): Promise<unknown> {
  if (!spec.body) return undefined
  const request = c.req.raw
  const type = request.headers.get('content-type') ?? ''
  const isJson = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(type)
  if (!isJson && !isJsonFromCurl(request)) {
    await requireEmpty(request, unsupportedType(type))
    return parser.parse(spec, [emptyObject])
  }
  if (spec.access === 'public') {
    const limit = spec.bodyLimit ?? publicBodyLimit
    return parser.parse(spec, orEmpty([await readBody(request, limit, publicDeadlineMs)]))
  }
  const limit = spec.bodyLimit ?? defaultBodyLimit
  const { incoming } = (c.env ?? {}) as { incoming?: unknown }
  const stream = incoming instanceof Readable ? incoming : undefined
  const isSmall = request.headers.has('content-length') && declaredLength(request) <= smallBodyBytes
  if (isSmall || declaredLength(request) > limit) {
    return parser.parse(spec, orEmpty(await readParts(request, limit, stream)))
  }
  const leave = await queue.enter(queueKey, request.signal)
  if (!leave) throw interrupted(request.signal.reason)
  try {
    return await parser.parse(spec, orEmpty(await readParts(request, limit, stream)))
  } finally {
    leave()
  }
}

/** How the JSON bodies of a server are read. */
interface BodyReading {
  readonly parser: BodyParser
  readonly queue: LargeBodyQueue
  /** Of the one who sends it. */
  readonly queueKey: string
}

function orEmpty(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  return parts.some(({ byteLength }) => byteLength > 0) ? parts : [emptyObject]
}

/** Headers need not tell whether there is a body, so that its first byte counts. */
async function requireEmpty(request: Request, problem: ProblemError): Promise<void> {
  try {
    await readBody(request, 0, publicDeadlineMs)
  } catch (error) {
    const isLarge = isProblemError(error) && error.problem.code === 'request.too-large'
    throw isLarge ? problem : error
  }
}

function unsupportedType(type: string): ProblemError {
  return new ProblemError({
    code: 'request.unsupported-type',
    kind: 'unsupported',
    message: 'The body has to be JSON: send content-type: application/json.',
    details: { content_type: type.slice(0, 200) },
  })
}

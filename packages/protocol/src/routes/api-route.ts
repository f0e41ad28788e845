import { createRoute, type z } from '@hono/zod-openapi'
import type { Permission } from '@repertoire/core/domain'
import { problemSchema } from '../schemas/common.ts'
import { problemMediaType } from '../schemas/problem.ts'

export type RouteMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Who may call a route: anybody, anybody who is logged in, the operator, or holders of a permission. */
export type RouteAccess = 'public' | 'authenticated' | 'operator' | Permission

/** The declaration of a route; OpenAPI, validation and access checks are derived from it. */
export interface RouteSpec {
  readonly operationId: string
  readonly method: RouteMethod
  /** OpenAPI style: `/api/v1/skills/{id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** An earlier name or shape that is served for one more release. No client has it. */
  readonly deprecated?: true
  readonly access: RouteAccess
  /** From a browser session, a recent login is needed; a key is asked for nothing. */
  readonly freshLogin?: true
  readonly params?: z.ZodObject
  /** The last parameter takes the rest of the path, slashes included. */
  readonly takesRest?: true
  readonly query?: z.ZodObject
  /** Request headers the route understands; all optional, documentation only. */
  readonly headers?: z.ZodObject
  /** A request without a body counts as an empty object. */
  readonly body?: z.ZodType
  /** Accepted media types of a body that is not JSON; the handler reads it itself. */
  readonly upload?: Readonly<Record<string, UploadSchema>>
  /** Maximum bytes of the body; {@link defaultBodyLimit} by default. */
  readonly bodyLimit?: number
  /** Status and schema of the success response; a null schema means no body. */
  readonly response: {
    readonly status: 200 | 201 | 202 | 204 | 303
    readonly schema: z.ZodType | null
  }
  /** Further responses, by status and media type. */
  readonly otherResponses?: readonly {
    readonly status: number
    readonly mediaType?: string
    readonly description: string
    /** As `response` has it. */
    readonly hasSameBody?: boolean
  }[]
  /** Problem statuses beyond those every route may return. */
  readonly problems?: readonly number[]
}

/** OpenAPI schema of a body that is not JSON. */
export interface UploadSchema {
  readonly type: 'string' | 'object'
  readonly format?: 'binary'
  readonly required?: string[]
  readonly properties?: Readonly<
    Record<
      string,
      {
        type: 'string'
        format?: 'binary'
        enum?: string[]
        pattern?: string
        description?: string
      }
    >
  >
}

/** A route of the API: its declaration, and the same as an OpenAPI route. */
export type ApiRoute<Spec extends RouteSpec = RouteSpec> = Spec & {
  readonly openapi: ReturnType<typeof createRoute>
}

/** Maximum bytes of a request body where the route sets no limit. */
export const defaultBodyLimit = 2 * 1024 * 1024

/** How routes of one group of the API are declared. */
export function routesWithTag(tag: string) {
  return <const Spec extends Omit<RouteSpec, 'tag'>>(
    given: Spec,
  ): ApiRoute<Spec & { readonly tag: string }> => {
    const spec = { ...given, tag }
    return { ...spec, openapi: createRoute(toRouteConfig(spec)) }
  }
}

type RouteConfig = Parameters<typeof createRoute>[0]

function toRouteConfig(spec: RouteSpec): RouteConfig {
  return {
    operationId: spec.operationId,
    method: spec.method,
    path: spec.path,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    ...(spec.deprecated ? { deprecated: true } : {}),
    ...(spec.access === 'public' ? { security: [] } : {}),
    ...(spec.access === 'public' || spec.access === 'authenticated'
      ? {}
      : { 'x-permission': spec.access }),
    ...(spec.freshLogin ? { 'x-fresh-login': true } : {}),
    request: {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { query: spec.query } : {}),
      ...(spec.headers ? { headers: spec.headers } : {}),
      ...(spec.body
        ? {
            body: {
              required: !spec.body.safeParse({}).success,
              content: { 'application/json': { schema: spec.body } },
            },
          }
        : {}),
      ...(spec.upload ? { body: { required: true, content: uploadContent(spec.upload) } } : {}),
    },
    responses: responsesOf(spec),
  }
}

function uploadContent(upload: NonNullable<RouteSpec['upload']>) {
  return Object.fromEntries(Object.entries(upload).map(([type, schema]) => [type, { schema }]))
}

type Responses = RouteConfig['responses']
type Content = Readonly<Record<string, { schema: z.ZodType | { type: 'string' } }>>

function responsesOf(spec: RouteSpec): Responses {
  const responses = new Map<number, { description: string; content: Content }>()
  const add = (status: number, description: string, content: Content) => {
    const known = responses.get(status)
    responses.set(status, {
      description: known?.description ?? description,
      content: { ...known?.content, ...content },
    })
  }
  const { status, schema } = spec.response
  const body: Content = schema ? { 'application/json': { schema } } : {}
  add(status, successDescriptions[status] ?? 'Success', body)
  for (const { status, description, mediaType, hasSameBody } of spec.otherResponses ?? []) {
    const other: Content = mediaType ? { [mediaType]: { schema: { type: 'string' } } } : {}
    add(status, description, hasSameBody ? body : other)
  }
  for (const status of problemStatuses(spec)) {
    add(status, problemDescriptions[status] ?? 'A problem', {
      [problemMediaType]: { schema: problemSchema },
    })
  }
  return Object.fromEntries(
    [...responses].map(([status, { description, content }]) => [
      status,
      Object.keys(content).length > 0 ? { description, content } : { description },
    ]),
  )
}

const successDescriptions: Readonly<Record<number, string>> = {
  204: 'Done',
  303: 'The browser goes on to `Location`',
}

const problemDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed; `details.issues` lists what and where',
  401: 'The credential is missing, unknown or expired',
  403: 'The credential lacks the permission, the login is not fresh, or the request came from another site',
  404: 'Not found, or not visible to the caller',
  409: 'Conflict with the current state',
  412: 'If-Match is an older ETag',
  413: 'The body is too large',
  415: 'Unsupported media type of the body',
  429: 'Too many requests; retry after Retry-After',
  503: 'The store is unavailable or full',
}

function problemStatuses(spec: RouteSpec): readonly number[] {
  const statuses = new Set<number>([503, ...(spec.problems ?? [])])
  if (spec.params || spec.query || spec.body || spec.upload) statuses.add(400)
  if (spec.access !== 'public') statuses.add(401).add(403)
  // Without its key a server has nothing for the operator.
  if (spec.params || spec.access === 'operator') statuses.add(404)
  if (spec.body || spec.upload) statuses.add(413).add(415)
  return [...statuses].sort((a, b) => a - b)
}

import { createRoute, type z } from '@hono/zod-openapi'
import type { Permission } from '@repertoire/core'
import { problemMediaType } from '../problem.ts'
import { problemSchema } from '../schemas/common.ts'

export type RouteMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Who may call a route: anybody, anybody who is logged in, or holders of a permission (A13). */
export type RouteAccess = 'public' | 'authenticated' | Permission

/** What a route says about itself; everything else about it is derived from this. */
export interface RouteSpec {
  readonly operationId: string
  readonly method: RouteMethod
  /** OpenAPI style: `/api/v1/skills/{id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: RouteAccess
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Request headers the route understands; all optional, documentation only. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** A request without a body counts as an empty object. */
  readonly bodyOptional?: true
  /** Instead of a JSON body: the media types taken, which the handler reads itself. */
  readonly upload?: Readonly<Record<string, UploadSchema>>
  /** Bytes; 2 MiB unless told. */
  readonly bodyLimit?: number
  /** Status and schema of the ordinary answer; null for an answer without a body. */
  readonly response: { readonly status: 200 | 201 | 202 | 204; readonly schema: z.ZodType | null }
  /** Answers besides the ordinary one, by media type. */
  readonly otherResponses?: readonly {
    readonly status: number
    readonly mediaType?: string
    readonly description: string
  }[]
  /** Problem statuses beyond those every route may give. */
  readonly problems?: readonly number[]
}

/** What a body that is not JSON looks like, as OpenAPI says it. */
export interface UploadSchema {
  readonly type: 'string' | 'object'
  readonly format?: 'binary'
  readonly required?: string[]
  readonly properties?: Readonly<
    Record<string, { type: 'string'; format?: 'binary'; enum?: string[]; description?: string }>
  >
}

/** A route of the API: the spec as given, and the same as OpenAPI has it. */
export type ApiRoute<Spec extends RouteSpec = RouteSpec> = Spec & {
  readonly openapi: ReturnType<typeof createRoute>
}

/** Bytes a request body may have where the route says nothing else. */
export const defaultBodyLimit = 2 * 1024 * 1024

export function apiRoute<const Spec extends RouteSpec>(spec: Spec): ApiRoute<Spec> {
  return { ...spec, openapi: createRoute(toRouteConfig(spec)) }
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
    ...(spec.access === 'public' ? { security: [] } : {}),
    ...(spec.access === 'public' || spec.access === 'authenticated'
      ? {}
      : { 'x-permission': spec.access }),
    request: {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { query: spec.query } : {}),
      ...(spec.headers ? { headers: spec.headers } : {}),
      ...(spec.body
        ? {
            body: {
              required: !spec.bodyOptional,
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
  add(
    status,
    status === 204 ? 'Done' : 'The answer',
    schema ? { 'application/json': { schema } } : {},
  )
  for (const { status, description, mediaType } of spec.otherResponses ?? []) {
    add(status, description, mediaType ? { [mediaType]: { schema: { type: 'string' } } } : {})
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

const problemDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed; `details.issues` says where',
  401: 'No credential, or one that is unknown or expired',
  403: 'The credential lacks the permission, or the request came from another site',
  404: 'Absent, or not the caller’s to see',
  409: 'In conflict with what is there',
  412: 'If-Match names an older state',
  413: 'The body is too large',
  415: 'The body is of a type this path does not take',
  429: 'Too many failed attempts; Retry-After says when to come back',
  503: 'The store cannot answer, or is full',
}

function problemStatuses(spec: RouteSpec): readonly number[] {
  const statuses = new Set<number>([503, ...(spec.problems ?? [])])
  if (spec.params || spec.query || spec.body || spec.upload) statuses.add(400)
  if (spec.access !== 'public') statuses.add(401).add(403)
  if (spec.params) statuses.add(404)
  if (spec.body || spec.upload) statuses.add(413).add(415)
  return [...statuses].sort((a, b) => a - b)
}

import { z } from '@hono/zod-openapi'
import { cursorQuery, timestampSchema } from '../schemas/common.ts'
import { traceListSchema, traceSchema } from '../schemas/traces.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Traces'

/** What happened under a trace id, to the person who asks (E9). */
export const traceRoutes = {
  list: apiRoute({
    operationId: 'listTraces',
    method: 'get',
    path: '/api/v1/traces',
    tag,
    summary: 'Your turns that began within a time, newest first',
    access: 'conversations.use',
    query: z.object({ ...cursorQuery, from: timestampSchema, to: timestampSchema }),
    response: { status: 200, schema: traceListSchema },
  }),
  get: apiRoute({
    operationId: 'getTrace',
    method: 'get',
    path: '/api/v1/traces/{trace_id}',
    tag,
    summary: 'The whole story of a trace in order, as far as it is yours',
    access: 'conversations.use',
    params: z.object({ trace_id: z.string().min(1).max(100) }),
    response: { status: 200, schema: traceSchema },
  }),
} as const

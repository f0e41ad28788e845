import { z } from '@hono/zod-openapi'
import { runOrders } from '@repertoire/core/ports'
import { cursorQuery, timestampSchema } from '../schemas/common.ts'
import { otlpTraceSchema } from '../schemas/otlp.ts'
import { traceListSchema, traceSchema, turnStatusSchema } from '../schemas/traces.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Traces')
const traceParams = z.object({ trace_id: z.string().min(1).max(100) })

/** What happened under a trace id, as far as the caller may see it. */
export const traceRoutes = {
  list: route({
    operationId: 'listTraces',
    method: 'get',
    path: '/api/v1/traces',
    summary:
      'List your turns of a time range, agent, status or caller’s reference, newest or largest first',
    access: 'conversations.use',
    query: z.object({
      ...cursorQuery,
      from: timestampSchema.optional().describe('Without it, from the first turn.'),
      to: timestampSchema.optional().describe('Without it, to the last turn.'),
      reference: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe('Only turns that a caller started under this reference of its own.'),
      agent: z.string().min(1).max(100).optional().describe('Only turns of this agent, by its id.'),
      order: z
        .enum(runOrders)
        .default('started')
        .describe(
          'Newest first, or those first that took most; last those of which it is unknown. Tokens, cost and steps are known some seconds after a turn ended. A cursor belongs to its order.',
        ),
      status: turnStatusSchema.optional().describe('Only turns that stand like this.'),
    }),
    response: { status: 200, schema: traceListSchema },
  }),
  get: route({
    operationId: 'getTrace',
    method: 'get',
    path: '/api/v1/traces/{trace_id}',
    summary: 'Get the items of a trace that you can see, in chronological order',
    access: 'conversations.use',
    params: traceParams,
    response: { status: 200, schema: traceSchema },
  }),
  otlp: route({
    operationId: 'exportTrace',
    method: 'get',
    path: '/api/v1/traces/{trace_id}/otlp',
    summary: 'Export your finished turns of a trace as OTLP/JSON by the GenAI conventions',
    access: 'conversations.use',
    params: traceParams,
    query: z.object({
      contents: z
        .enum(['true', 'false'])
        .default('false')
        .describe('With `true` also messages, arguments and results, 8000 characters of each.'),
    }),
    response: { status: 200, schema: otlpTraceSchema },
    problems: [409],
  }),
} as const

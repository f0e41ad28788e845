import { z } from '@hono/zod-openapi'
import { auditEntrySchema } from './audit.ts'
import { pageOf, timestampSchema } from './common.ts'
import { wireEventSchema } from './events.ts'
import { executionSummarySchema } from './executions.ts'
import { triggerFiringSchema } from './triggers.ts'

const item = { at: timestampSchema }

/** One item of a trace. */
export const traceItemSchema = z.discriminatedUnion('kind', [
  z.object({ ...item, kind: z.literal('signal'), signal: triggerFiringSchema }),
  z.object({
    ...item,
    kind: z.literal('event'),
    conversation_id: z.string(),
    run_id: z.string(),
    event: wireEventSchema,
  }),
  z.object({ ...item, kind: z.literal('execution'), execution: executionSummarySchema }),
  z.object({ ...item, kind: z.literal('audit'), entry: auditEntrySchema }),
])

export const tracedRunSchema = z
  .object({
    trace_id: z.string(),
    reference: z
      .string()
      .nullable()
      .describe('The trace_id that the sender of a delivery gave, if it is not 32 hex digits.'),
    run_id: z.string(),
    conversation_id: z.string(),
    status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
    started_at: timestampSchema,
    finished_at: timestampSchema.nullable(),
    started_by: z
      .object({ kind: z.enum(['person', 'cron', 'webhook']), signal_id: z.string().nullable() })
      .describe('A person, or one of their triggers.'),
    message: z.string().describe('The start of the message.'),
  })
  .openapi('TracedRun')

export const traceSchema = z
  .object({
    trace_id: z.string(),
    runs: z.array(tracedRunSchema),
    items: z.array(traceItemSchema).describe('In order.'),
    truncated: z.boolean().describe('True when the trace has more items than returned.'),
  })
  .openapi('Trace')

export const traceListSchema = pageOf(tracedRunSchema).openapi('TraceList')

export type TraceBody = z.infer<typeof traceSchema>
export type TraceItemBody = z.infer<typeof traceItemSchema>
export type TracedRunBody = z.infer<typeof tracedRunSchema>
export type TraceList = z.infer<typeof traceListSchema>

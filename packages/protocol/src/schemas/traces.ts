import { z } from '@hono/zod-openapi'
import { traceSpanKinds, traceSpanStatuses } from '@repertoire/core/report'
import { auditEntrySchema } from './audit.ts'
import { orNull, pageOf, timestampSchema } from './common.ts'
import { wireEventSchema } from './events.ts'
import { executionSummarySchema } from './executions.ts'
import { triggerFiringSchema } from './triggers.ts'

const item = { at: timestampSchema }

export const turnStatusSchema = z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled'])

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

const tokens = z.number().int().nullable()
const usageSchema = orNull(
  z.object({ input_tokens: tokens, output_tokens: tokens, cached_tokens: tokens }),
)

export const tracedRunSchema = z
  .object({
    trace_id: z.string(),
    reference: z
      .string()
      .nullable()
      .describe('The trace_id that the sender of a delivery gave, if it is not 32 hex digits.'),
    run_id: z.string(),
    conversation_id: z.string(),
    status: turnStatusSchema,
    started_at: timestampSchema,
    finished_at: timestampSchema.nullable(),
    started_by: z
      .object({ kind: z.enum(['person', 'cron', 'webhook']), signal_id: z.string().nullable() })
      .describe('A person, or one of their triggers.'),
    message: z.string().describe('The start of the message.'),
    agent: orNull(z.object({ id: z.string(), name: z.string() })).describe(
      'As it was when the turn began; null without one.',
    ),
    models: z.array(z.string()).describe('In the order in which they were first called.'),
    steps: z
      .number()
      .int()
      .nullable()
      .describe('Model calls and the tool calls they asked for; null when there are too many.'),
    usage: usageSchema.describe('Of all answered model calls; null when it is unknown.'),
    cost: z.number().nullable().describe('As `usage`.'),
  })
  .openapi('TracedRun')

const traceSpanSchema = z
  .object({
    id: z.string(),
    parent_id: z.string().nullable().describe('Null for a run.'),
    run_id: z.string(),
    kind: z
      .enum(traceSpanKinds)
      .describe('`agent` is a tool call that a sub-agent carries out, `wait` is for a person.'),
    name: z.string(),
    started_at: timestampSchema,
    ended_at: timestampSchema.nullable().describe('Null while it goes on.'),
    status: z
      .enum(traceSpanStatuses)
      .describe('`unknown` where the log that was read ends before the span.'),
    error: z.string().nullable().describe('A stable code.'),
    first_event: z.number().int().nullable().describe('Id of the event that began it.'),
    last_event: z.number().int().nullable().describe('Id of the last event about it.'),
    call_id: z.string().nullable(),
    approval_id: z.string().nullable(),
    execution_id: z.string().nullable(),
    prompt_digest: z.string().nullable(),
    skills: z
      .array(z.object({ id: z.string(), slug: z.string(), digest: z.string() }))
      .describe('The revisions that a model call was given, or that a tool call used.'),
    usage: usageSchema.describe('Of the model calls inside; null where there is none.'),
    cost: z.number().nullable().describe('As `usage`; null when it is unknown.'),
  })
  .openapi('TraceSpan')

export const traceSchema = z
  .object({
    trace_id: z.string(),
    runs: z.array(tracedRunSchema),
    items: z.array(traceItemSchema).describe('In order.'),
    spans: z
      .array(traceSpanSchema)
      .describe('The same as a tree of durations, each parent right before its children.'),
    truncated: z.boolean().describe('True when the trace has more items than returned.'),
  })
  .openapi('Trace')

export const traceListSchema = pageOf(tracedRunSchema).openapi('TraceList')

export { type OtlpTrace, otlpTraceSchema } from './otlp.ts'
export type TraceBody = z.infer<typeof traceSchema>
export type TraceSpanBody = z.infer<typeof traceSpanSchema>
export type TraceItemBody = z.infer<typeof traceItemSchema>
export type TracedRunBody = z.infer<typeof tracedRunSchema>
export type TraceList = z.infer<typeof traceListSchema>

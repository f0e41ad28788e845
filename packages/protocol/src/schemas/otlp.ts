import { z } from '@hono/zod-openapi'

/** OTLP/JSON, as `opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest` has it. */

const anyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]) }),
  z.strictObject({ doubleValue: z.number() }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value: anyValue }))
const dropped = z.number().int().nonnegative().optional()
const nanoseconds = z.string().regex(/^\d+$/)
const spanId = z.string().regex(/^[0-9a-f]{16}$/)

const otlpSpanSchema = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId,
  parentSpanId: spanId.optional(),
  traceState: z.string().optional(),
  flags: z.number().int().optional(),
  name: z.string().min(1),
  kind: z.number().int().min(0).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: dropped,
  events: z.array(z.unknown()).max(0).optional(),
  droppedEventsCount: dropped,
  links: z.array(z.unknown()).max(0).optional(),
  droppedLinksCount: dropped,
  status: z.strictObject({
    code: z.number().int().min(0).max(2),
    message: z.string().optional(),
  }),
})

export const otlpTraceSchema = z
  .strictObject({
    resourceSpans: z.array(
      z.strictObject({
        resource: z.strictObject({ attributes, droppedAttributesCount: dropped }),
        scopeSpans: z.array(
          z.strictObject({
            scope: z.strictObject({ name: z.string(), version: z.string().optional() }),
            spans: z.array(otlpSpanSchema),
            schemaUrl: z.string().optional(),
          }),
        ),
        schemaUrl: z.string().optional(),
      }),
    ),
  })
  .openapi('OtlpTrace')

export type OtlpTrace = z.infer<typeof otlpTraceSchema>

import { z } from '@hono/zod-openapi'

/** RFC 3339 UTC. */
export const timestampSchema = z.iso.datetime()

/** A number in a query, where everything is text. Described as not null, unlike a bare `coerce`. */
export function queryNumber(min: number, max: number, fallback: number) {
  const described = { type: 'integer', minimum: min, maximum: max, default: fallback } as const
  return z.coerce.number().int().min(min).max(max).default(fallback).openapi(described)
}

/** The same in a path, where it cannot be left out. */
export function pathNumber(min: number, max: number) {
  const described = { type: 'integer', minimum: min, maximum: max } as const
  const number = z.coerce.number().int().min(min).max(max)
  return number.openapi({ ...described, param: { required: true } })
}

export const cursorQuery = {
  cursor: z.string().max(500).optional().describe('Opaque; next_cursor of the previous page.'),
  limit: queryNumber(1, 200, 50),
}

export const idParam = z.object({ id: z.string().min(1).max(100) })

/** At most `limit` items, and the cursor of the next page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}

/** A schema of the description's components, or null; `nullable()` would lose the null there. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null()])
}

/** A text with something to read in it, without white space around it. */
export function nonBlank(maxCharacters: number) {
  return z.string().trim().min(1).max(maxCharacters).regex(/\S/)
}

/** Bytes in base64. The pattern only describes it: as a check it would overflow the stack on megabytes. */
export const base64Schema = z.base64().openapi({
  pattern: '^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$',
})

/** RFC 9457 problem, the one shape of all errors. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string().describe('Stable and dotted; scripts branch on this.'),
    message: z.string(),
    hint: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    trace_id: z.string().optional(),
  })
  .openapi('Problem')

/** A problem without an HTTP status. */
export const problemSummarySchema = z
  .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
  .openapi('ProblemBrief')

/** A yes to a content whose findings were read. */
export const acknowledgedInput = z
  .string()
  .max(100)
  .optional()
  .describe(
    'The digest of a content whose findings you read and take: `details.digest` of `skill.findings-unacknowledged`.',
  )

/** The same for requests with many skills. */
export const acknowledgedManyInput = z
  .array(z.string().max(100))
  .max(50)
  .optional()
  .describe('Digests of contents whose findings you read and take.')

/** A problem in a SKILL.md: where it is and how to fix it. */
export const diagnosticSchema = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    line: z.number().int(),
    column: z.number().int(),
    end_line: z.number().int().optional(),
    end_column: z.number().int().optional(),
    message: z.string(),
    fix: z.string().optional(),
  })
  .openapi('Diagnostic')

export type ProblemBody = z.infer<typeof problemSchema>
export type DiagnosticBody = z.infer<typeof diagnosticSchema>

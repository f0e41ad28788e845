import { z } from '@hono/zod-openapi'

/** RFC 3339 UTC. */
export const timestampSchema = z.iso.datetime()

export const cursorQuery = {
  cursor: z.string().max(500).optional().describe('Opaque, from next_cursor of the page before.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const idParam = z.object({ id: z.string().min(1).max(100) })

/** `limit` items at most, and where the next page begins. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}

/** RFC 9457 problem with DESIGN's fields: one shape for everything that can go wrong. */
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

/** Where in a SKILL.md something is wrong, and what to do about it. */
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

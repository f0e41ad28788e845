import { z } from '@hono/zod-openapi'

/** RFC 3339 UTC. */
export const timestampSchema = z.iso.datetime()

export const cursorQuery = {
  cursor: z.string().max(500).optional().describe('Opaque; next_cursor of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const idParam = z.object({ id: z.string().min(1).max(100) })

/** At most `limit` items, and the cursor of the next page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}

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
export const problemBriefSchema = z
  .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
  .openapi('ProblemBrief')

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

import { z } from '@hono/zod-openapi'

/** Optimistic concurrency: the ETag of the state a change is based on. */
export const ifMatchHeader = z.object({
  'if-match': z
    .string()
    .regex(/^(?:\*|"\d{1,15}"|\d{1,15})$/)
    .optional()
    .describe('The ETag read before; a newer state returns 412 and nothing is changed.'),
})

import { z } from '@hono/zod-openapi'

/** Optimistic concurrency: the etag of the state a change was decided on. */
export const ifMatchHeader = z.object({
  'if-match': z
    .string()
    .max(100)
    .optional()
    .describe('The etag read before; a newer state answers 412 and nothing is changed.'),
})

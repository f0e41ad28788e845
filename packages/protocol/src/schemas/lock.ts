import { z } from '@hono/zod-openapi'
import { orNull, problemSummarySchema } from './common.ts'

/** The exact skills of an organisation, for another server or a repository. */
export const lockExportSchema = z
  .object({
    text: z.string().describe('The file `repertoire.lock`: the same skills give the same bytes.'),
    skills: z.number().int(),
    left_out: z
      .array(z.object({ slug: z.string(), reason: z.string() }))
      .describe('Skills that no other server can read, and why.'),
  })
  .openapi('LockExport')

export const lockImportSchema = z
  .strictObject({
    text: z.string().min(1).max(8_000_000).describe('A file `repertoire.lock`, or a part of one.'),
  })
  .openapi('LockImport')

export const lockImportResultSchema = z
  .object({
    results: z.array(
      z.object({
        slug: z.string(),
        source: z.string(),
        path: z.string(),
        digest: z.string(),
        status: z
          .enum(['present', 'held', 'mismatch', 'failed'])
          .describe(
            '`present`: here with this digest. `held`: it waits for a review. `mismatch`: another content is here, or in its source; nothing was changed.',
          ),
        problem: orNull(problemSummarySchema),
      }),
    ),
  })
  .openapi('LockImportResult')

export type LockExportBody = z.infer<typeof lockExportSchema>
export type LockImportResult = z.infer<typeof lockImportResultSchema>

import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'

export const ignoredEntrySchema = z
  .object({
    id: z.string(),
    path: z.string().describe('Its id in the source: a folder, a name.'),
    name: z.string(),
    digest: z.string().nullable().describe('The one version that is meant; null for the skill.'),
    reason: z.string(),
    by: z.string(),
    by_name: z.string().nullable().describe('Null for a former member.'),
    at: timestampSchema,
  })
  .openapi('IgnoredEntry')
export const ignoredEntryListSchema = z
  .object({ items: z.array(ignoredEntrySchema) })
  .openapi('IgnoredEntryList')
export const ignoreEntrySchema = z
  .strictObject({
    path: z.string().min(1).max(400).describe('Its id in the source, as its items have it.'),
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .nullable()
      .default(null)
      .describe('Only this version; null for the skill, with all versions that come.'),
    reason: z.string().max(2_000).default(''),
  })
  .openapi('IgnoreEntry')
export const ignoredEntryParams = z.object({
  id: z.string().min(1).max(100),
  ignored_id: z.string().min(1).max(100),
})

export type IgnoredEntryBody = z.infer<typeof ignoredEntrySchema>
export type IgnoredEntryList = z.infer<typeof ignoredEntryListSchema>
export type IgnoreEntry = z.input<typeof ignoreEntrySchema>

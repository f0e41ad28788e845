import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'

const usage = z.object({
  used: z.number().int().min(0),
  limit: z.number().int().min(0).nullable().describe('Null: no limit.'),
})

export const quotaSchema = z
  .object({
    quota: z.enum(['bytes', 'skills', 'keys', 'conversations', 'runs_per_day']),
    organisation: usage.describe('Of all people together.'),
    person: usage.describe('Of the caller.'),
    resets_at: timestampSchema.nullable().describe('When the count of the day begins again.'),
  })
  .openapi('Quota')

export type QuotaBody = z.infer<typeof quotaSchema>

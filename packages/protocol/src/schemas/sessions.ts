import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'

const userId = z.string().max(100).optional().describe('Default: yourself.')

export const sessionListQuery = z.object({ user_id: userId })

export const sessionEndQuery = z.object({
  user_id: userId,
  include_current: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether the session that asks ends too.'),
})

/** A browser that is logged in. */
export const sessionSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    created_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
    expires_at: timestampSchema,
    user_agent: z.string().describe('What the browser says it is.'),
    address: z.string().describe('Address of the login.'),
    key_id: z.string().nullable().describe('The key of the login; null for a one-time link.'),
    current: z.boolean().describe('Whether it is the session that asks.'),
  })
  .openapi('Session')

export const sessionListSchema = z.object({ items: z.array(sessionSchema) }).openapi('SessionList')

export const sessionsEndedSchema = z.object({ ended: z.number().int() }).openapi('SessionsEnded')

export type SessionBody = z.infer<typeof sessionSchema>
export type SessionList = z.infer<typeof sessionListSchema>

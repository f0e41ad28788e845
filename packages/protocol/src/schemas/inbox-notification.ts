import { z } from '@hono/zod-openapi'
import { orNull, timestampSchema } from './common.ts'

const interval = z
  .enum(['hourly', 'daily', 'weekly'])
  .describe('At most one digest is sent in each.')
const minimum = z.number().int().min(1).max(100_000).describe('With fewer entries nothing is sent.')
const url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe('Without a user name, a password or a fragment. Only owners see it.')
/** 24 to 64 bytes, as Standard Webhooks says. */
const secret = z
  .string()
  .regex(/^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)

export const inboxNotificationSchema = z
  .object({
    url: z.string(),
    interval,
    minimum,
    last_sent_at: timestampSchema.nullable(),
    problem_code: z
      .string()
      .nullable()
      .describe('Of the newest failure; null since the newest success.'),
    failures: z.number().int().describe('How often the digest at hand failed.'),
    next_at: timestampSchema.describe('Nothing is sent before.'),
  })
  .openapi('InboxNotification')

export const inboxNotificationStateSchema = z
  .object({ notification: orNull(inboxNotificationSchema).describe('Null where none is sent.') })
  .openapi('InboxNotificationState')

export const inboxNotificationChangeSchema = z
  .strictObject({
    url,
    interval: interval.default('daily'),
    minimum: minimum.default(1),
    secret: secret
      .optional()
      .describe(
        '`whsec_` and 24 to 64 bytes in base64. The first time one is made if none is given.',
      ),
    renew_secret: z.boolean().default(false).describe('Makes another secret.'),
  })
  .openapi('InboxNotificationChange')

export const inboxNotificationSetSchema = inboxNotificationSchema
  .extend({
    secret: z.string().nullable().describe('Where it was made now; shown only once.'),
  })
  .openapi('InboxNotificationSet')

export const inboxNotificationTestSchema = z
  .object({
    at: timestampSchema,
    ok: z.boolean(),
    code: z.string().nullable().describe('Stable; null when it was taken.'),
    message: z.string().describe('What came back, in words.'),
    hint: z.string().nullable().describe('What to do about it.'),
  })
  .openapi('InboxNotificationTest')

export type InboxNotificationBody = z.infer<typeof inboxNotificationSchema>
export type InboxNotificationState = z.infer<typeof inboxNotificationStateSchema>
export type InboxNotificationChange = z.input<typeof inboxNotificationChangeSchema>
export type InboxNotificationSet = z.infer<typeof inboxNotificationSetSchema>
export type InboxNotificationTest = z.infer<typeof inboxNotificationTestSchema>

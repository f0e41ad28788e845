import { z } from '@hono/zod-openapi'
import { nonBlank, orNull, problemSummarySchema, timestampSchema } from './common.ts'
import { digestSchema, severitySchema } from './findings.ts'

const ownerSchema = z
  .enum(['operator', 'organisation'])
  .describe('Who subscribed to it: whoever runs the server, or this organisation.')

export const advisoryListSchema = z
  .object({
    owner: ownerSchema,
    url: z.string(),
    signer: z.object({ name: z.string(), identity: z.string().nullable() }),
    status: z
      .enum(['unchecked', 'ok', 'failed'])
      .describe('`failed`: the last check took nothing, and what was taken before still counts.'),
    problem: orNull(problemSummarySchema),
    serial: z.number().int().nullable().describe('Of the list that counts; null before the first.'),
    expires_at: timestampSchema.nullable(),
    advisories: z.number().int().describe('How many it has.'),
    taken_at: timestampSchema.nullable(),
    checked_at: timestampSchema.nullable(),
  })
  .openapi('AdvisoryList')

export const advisoryExceptionSchema = z
  .object({
    digest: z.string(),
    advisories: z.array(z.string()).describe('Those that do not count; a later one counts.'),
    reason: z.string(),
    by: z.string(),
    by_name: z.string().nullable().describe('Null for a former member.'),
    at: timestampSchema,
  })
  .openapi('AdvisoryException')

const advisedContentSchema = z.object({
  digest: z.string(),
  skills: z.array(z.object({ skill_id: z.string(), slug: z.string(), enabled: z.boolean() })),
  revoked: z.boolean().describe('Whether it is out of use.'),
  exception: orNull(advisoryExceptionSchema),
  conversations: z
    .array(z.object({ id: z.string(), last_used_on: z.iso.date() }))
    .describe('Your own, in which a model received it: their ids and the last day in UTC.'),
})

export const advisorySchema = z
  .object({
    list: ownerSchema,
    id: z.string(),
    severity: severitySchema.describe('A critical one takes what it names out of use.'),
    reason: z.string(),
    url: z.string().nullable(),
    contents: z.array(advisedContentSchema),
  })
  .openapi('Advisory')

export const advisoriesSchema = z
  .object({
    lists: z.array(advisoryListSchema),
    items: z
      .array(advisorySchema)
      .describe('Those that concern skills and conversations that you see.'),
  })
  .openapi('Advisories')

export const advisoryListSetSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe('Of the list. Its signature is under the same path with `.sig` after it.'),
    signer: z.strictObject({
      name: nonBlank(100),
      pem: z.string().min(1).max(8_000).describe('A public key or a certificate.'),
      identity: nonBlank(300).nullable().default(null),
    }),
  })
  .openapi('AdvisoryListSet')

export const advisoryExceptSchema = z
  .strictObject({ digest: digestSchema, reason: nonBlank(2_000) })
  .openapi('AdvisoryExcept')

export type AdvisoriesBody = z.infer<typeof advisoriesSchema>
export type AdvisoryBody = z.infer<typeof advisorySchema>
export type AdvisoryExcept = z.input<typeof advisoryExceptSchema>
export type AdvisoryExceptionBody = z.infer<typeof advisoryExceptionSchema>
export type AdvisoryListBody = z.infer<typeof advisoryListSchema>
export type AdvisoryListSet = z.input<typeof advisoryListSetSchema>

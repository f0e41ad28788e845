import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'

const collectionSelectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('tags'), tags: z.array(z.string().min(1).max(64)).max(50) }),
  z.strictObject({ kind: z.literal('query'), query: z.string().trim().min(1).max(500) }),
  z.strictObject({
    kind: z.literal('names'),
    names: z.array(z.string().min(1).max(100)).max(1000),
  }),
])

const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64)
const draft = {
  slug,
  description: z.string().max(500),
  selection: collectionSelectionSchema.describe(
    'Which of the enabled skills of the organisation: all, those with one of the tags, those that a search finds, or those chosen by name.',
  ),
  audience: z
    .enum(['organisation', 'token'])
    .describe(
      'organisation: also keys of the organisation that may read skills. token: the token of the collection alone.',
    ),
}

/** A named set of skills that stock clients take by an address. */
export const collectionSchema = z
  .object({
    ...draft,
    id: z.string(),
    token_made_at: timestampSchema.nullable().describe('Null without a token.'),
    promoted_at: timestampSchema
      .nullable()
      .describe('When production was pinned; null where it gets the newest revisions.'),
    seen: z
      .record(z.string(), timestampSchema)
      .describe('When a kind of client last took it, to the minute.'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .openapi('Collection')

export const collectionListSchema = z
  .object({ items: z.array(collectionSchema) })
  .openapi('CollectionList')

export const collectionCreateSchema = z
  .strictObject({
    ...draft,
    description: draft.description.default(''),
    audience: draft.audience.default('token'),
  })
  .openapi('CollectionCreate')

export const collectionUpdateSchema = z.strictObject(draft).partial().openapi('CollectionUpdate')

export const collectionSkillsQuery = z.object({
  label: z
    .enum(['production', 'canary'])
    .default('production')
    .describe('production: the promoted revisions. canary: the newest enabled ones.'),
})

export const collectionPromotionSchema = z
  .strictObject({
    digest: z.string().max(100).describe('Of the canary list that was read and is promoted.'),
  })
  .openapi('CollectionPromotion')

export const collectionSkillListSchema = z
  .object({
    digest: z.string().describe('Of the whole list; what a promotion names.'),
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string().describe('Its folder in the collection.'),
        description: z.string(),
        digest: z.string().describe('Of the revision that is given out.'),
      }),
    ),
  })
  .openapi('CollectionSkillList')

const pinnedSkill = {
  id: z.string().describe('Of the skill.'),
  name: z.string().describe('Its folder in the collection.'),
}

const leftOutSchema = z
  .array(
    z.object({
      ...pinnedSkill,
      digest: z.string(),
      reason: z
        .enum(['revoked', 'unavailable'])
        .describe('unavailable: the skill is disabled, archived, deleted or no longer shared.'),
    }),
  )
  .describe('What production would not get of it, since nothing brings it back.')

/** A promotion to which production can be set back. */
export const recordedPromotionSchema = z
  .object({
    number: z.number().int().describe('Counts the promotions of the collection, from 1.'),
    promoted_at: timestampSchema,
    promoted_by: z.string(),
    promoted_by_name: z.string().nullable().describe('Null for a former member.'),
    repeats: z
      .number()
      .int()
      .nullable()
      .describe('The promotion to which it set production back; null for one of canary.'),
    current: z.boolean().describe('Whether production gets it now.'),
    skills: z.number().int().describe('How many it pinned.'),
    changes: z
      .array(
        z.object({
          ...pinnedSkill,
          change: z.enum(['added', 'changed', 'removed']),
          digest: z.string().nullable().describe('Of the pinned revision; null where removed.'),
        }),
      )
      .describe('Against the promotion before it.'),
    left_out: leftOutSchema,
  })
  .openapi('RecordedPromotion')

export const recordedPromotionListSchema = z
  .object({
    digest: z.string().describe('Of the production list now; what setting it back names.'),
    items: z.array(recordedPromotionSchema).describe('The newest first.'),
  })
  .openapi('RecordedPromotionList')

export const collectionSetBackSchema = z
  .strictObject({
    digest: z.string().max(100).describe('Of the production list that was read.'),
  })
  .openapi('CollectionSetBack')

export const collectionSetBackResultSchema = z
  .object({
    collection: collectionSchema,
    digest: z.string().describe('Of the production list now.'),
    left_out: leftOutSchema,
  })
  .openapi('CollectionSetBackResult')

export const collectionTokenSchema = z
  .object({ token: z.string().describe('Shown only once. The previous token stops working.') })
  .openapi('CollectionToken')

export type CollectionBody = z.infer<typeof collectionSchema>
export type CollectionCreate = z.input<typeof collectionCreateSchema>
export type CollectionUpdate = z.infer<typeof collectionUpdateSchema>
export type CollectionSkillList = z.infer<typeof collectionSkillListSchema>
export type RecordedPromotionBody = z.infer<typeof recordedPromotionSchema>
export type RecordedPromotionList = z.infer<typeof recordedPromotionListSchema>
export type CollectionSetBackResult = z.infer<typeof collectionSetBackResultSchema>
export type CollectionToken = z.infer<typeof collectionTokenSchema>

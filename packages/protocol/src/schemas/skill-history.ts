import { z } from '@hono/zod-openapi'
import { pageOf, timestampSchema } from './common.ts'
import { skillSummarySchema } from './skills.ts'

/** A skill that was deleted and can still be brought back. */
export const deletedSkillSchema = skillSummarySchema
  .extend({
    deleted_at: timestampSchema,
    deleted_by: z.string().describe('Id of the person in whose name it was deleted.'),
    deleted_by_name: z.string().nullable().describe('Null for somebody who has left.'),
    kept_until: timestampSchema.describe('From then on it is gone for good.'),
  })
  .openapi('DeletedSkill')

export const deletedSkillPageSchema = pageOf(deletedSkillSchema).openapi('DeletedSkillPage')

export const skillRestoreSchema = z
  .strictObject({
    slug: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Another slug than it had, when that one is taken by now.'),
  })
  .openapi('SkillRestore')

export const revisionRestoreSchema = z
  .strictObject({ reason: z.string().trim().max(400).default('') })
  .openapi('RevisionRestore')

export const tagParam = z.object({ tag: z.string().min(1).max(500) })

export const tagRenameSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .describe('What the tag is called from now on; a tag there is takes it in.'),
  })
  .openapi('TagRename')

/** What became of each skill that carried the tag. */
export const tagChangeSchema = z
  .object({
    changed: z.number().int(),
    refused: z.number().int(),
    results: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        status: z.enum(['changed', 'refused']),
        revision: z.number().int().describe('Its newest, afterwards.'),
        problem: z
          .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
          .optional()
          .describe('Why it was refused.'),
      }),
    ),
  })
  .openapi('TagChange')

export type DeletedSkillBody = z.infer<typeof deletedSkillSchema>
export type DeletedSkillPage = z.infer<typeof deletedSkillPageSchema>
export type SkillRestore = z.input<typeof skillRestoreSchema>
export type RevisionRestore = z.input<typeof revisionRestoreSchema>
export type TagChangeBody = z.infer<typeof tagChangeSchema>

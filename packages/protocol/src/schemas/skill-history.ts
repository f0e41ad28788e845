import { z } from '@hono/zod-openapi'
import { acknowledgedInput, pageOf, timestampSchema } from './common.ts'
import { skillSummarySchema } from './skills.ts'

/** A deleted skill that can be restored. */
export const deletedSkillSchema = skillSummarySchema
  .extend({
    deleted_at: timestampSchema,
    deleted_by: z.string().describe('Id of the person who deleted it.'),
    deleted_by_name: z.string().nullable().describe('Null for a former member.'),
    kept_until: timestampSchema.describe('Time of its permanent deletion.'),
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
      .describe('A new slug, when the previous one is taken.'),
    acknowledged_findings: acknowledgedInput,
  })
  .openapi('SkillRestore')

export const revisionRestoreSchema = z
  .strictObject({
    reason: z.string().trim().max(400).default(''),
    acknowledged_findings: acknowledgedInput,
  })
  .openapi('RevisionRestore')

export const tagParam = z.object({ tag: z.string().min(1).max(500) })

export const tagRenameSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .describe('The new name; an existing tag of that name is merged.'),
  })
  .openapi('TagRename')

/** Outcome for each skill with the tag. */
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
        revision: z.number().int().describe('Number of the newest revision afterwards.'),
        problem: z
          .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
          .optional()
          .describe('Why it was rejected.'),
      }),
    ),
  })
  .openapi('TagChange')

export type DeletedSkillBody = z.infer<typeof deletedSkillSchema>
export type DeletedSkillPage = z.infer<typeof deletedSkillPageSchema>
export type SkillRestore = z.input<typeof skillRestoreSchema>
export type RevisionRestore = z.input<typeof revisionRestoreSchema>
export type TagChangeBody = z.infer<typeof tagChangeSchema>

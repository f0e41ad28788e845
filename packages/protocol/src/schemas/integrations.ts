import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'
import { scopeSchema } from './skills.ts'

export const integrationParam = z.object({ domain: z.string().min(1).max(100) })

/** What is wrong, where no HTTP status belongs to it. */
const problemBriefSchema = z
  .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
  .openapi('ProblemBrief')

/** A skill an integration brings; without slug, name and description when it is broken. */
export const bundledSkillSchema = z
  .object({
    folder: z.string().describe('Its name in the integration’s skills/.'),
    slug: z.string().nullable(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    problem: problemBriefSchema.nullable(),
    remarks: z.array(problemBriefSchema).describe('What was left out of its files, and why.'),
  })
  .openapi('BundledSkill')

export const integrationEntrySchema = z
  .object({
    scope: scopeSchema,
    version: z.string().describe('Of the manifest, when its skills were last brought in.'),
    set_up_by: z.string(),
    set_up_at: timestampSchema,
    update_available: z.boolean(),
  })
  .openapi('IntegrationEntry')

export const integrationSchema = z
  .object({
    domain: z.string(),
    name: z.string(),
    version: z.string().nullable().describe('Null when its folder is gone or broken.'),
    description: z.string(),
    homepage: z.string().nullable(),
    problem: problemBriefSchema.nullable(),
    skills: z.array(bundledSkillSchema),
    entries: z.array(integrationEntrySchema).describe('For whom it is set up: all, or you.'),
  })
  .openapi('Integration')

export const integrationListSchema = z
  .object({
    items: z.array(integrationSchema),
    folder: z
      .string()
      .nullable()
      .describe('Where the server looks for integrations; told to owners and admins.'),
  })
  .openapi('IntegrationList')

export const integrationSetUpSchema = z
  .strictObject({ scope: scopeSchema.describe('For everybody, or for yourself.') })
  .openapi('IntegrationSetUp')

export const integrationScopeQuery = z.object({ scope: scopeSchema })

/** What became of one skill of an integration. */
export const integrationOutcomeSchema = z
  .object({
    folder: z.string(),
    status: z.enum(['created', 'updated', 'unchanged', 'removed', 'skipped', 'broken']),
    skill_id: z.string().nullable(),
    slug: z.string().nullable(),
    problem: problemBriefSchema.nullable().describe('Why it was skipped, or what is broken.'),
  })
  .openapi('IntegrationOutcome')

export const integrationResultSchema = z
  .object({ outcomes: z.array(integrationOutcomeSchema) })
  .openapi('IntegrationResult')

export type IntegrationBody = z.infer<typeof integrationSchema>
export type IntegrationList = z.infer<typeof integrationListSchema>
export type IntegrationEntryBody = z.infer<typeof integrationEntrySchema>
export type IntegrationOutcome = z.infer<typeof integrationOutcomeSchema>
export type IntegrationResult = z.infer<typeof integrationResultSchema>
export type BundledSkillBody = z.infer<typeof bundledSkillSchema>

import { z } from '@hono/zod-openapi'
import { acknowledgedManyInput, orNull, problemSummarySchema, timestampSchema } from './common.ts'
import { scopeSchema } from './skills.ts'

export const integrationParam = z.object({ domain: z.string().min(1).max(100) })

/** A bundled skill; without slug, name and description when it is broken. */
export const bundledSkillSchema = z
  .object({
    folder: z.string().describe('Name of its folder in skills/ of the integration.'),
    slug: z.string().nullable(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    problem: orNull(problemSummarySchema),
    remarks: z.array(problemSummarySchema).describe('Files that were left out, and why.'),
  })
  .openapi('BundledSkill')

export const integrationEntrySchema = z
  .object({
    scope: scopeSchema,
    version: z.string().describe('Version of the manifest at the last set-up.'),
    set_up_by: z.string(),
    set_up_at: timestampSchema,
    update_available: z.boolean(),
  })
  .openapi('IntegrationEntry')

export const integrationSchema = z
  .object({
    domain: z.string(),
    name: z.string(),
    version: z.string().nullable().describe('Null when its folder is missing or broken.'),
    description: z.string(),
    homepage: z.string().nullable(),
    problem: orNull(problemSummarySchema),
    skills: z.array(bundledSkillSchema),
    entries: z
      .array(integrationEntrySchema)
      .describe('Scopes it is set up for: the organisation, or you.'),
  })
  .openapi('Integration')

export const integrationListSchema = z
  .object({
    items: z.array(integrationSchema),
    folder: z
      .string()
      .nullable()
      .describe('Folder of integrations on the server; for owners and admins.'),
  })
  .openapi('IntegrationList')

export const integrationSetUpSchema = z
  .strictObject({
    scope: scopeSchema.describe('For the organisation, or for yourself.'),
    acknowledged_findings: acknowledgedManyInput,
  })
  .openapi('IntegrationSetUp')

export const integrationScopeQuery = z.object({ scope: scopeSchema })

/** Outcome of one skill of an integration. */
export const integrationOutcomeSchema = z
  .object({
    folder: z.string(),
    status: z.enum(['created', 'updated', 'unchanged', 'removed', 'skipped', 'broken']),
    skill_id: z.string().nullable(),
    slug: z.string().nullable(),
    problem: orNull(problemSummarySchema).describe('Why it was skipped or is broken.'),
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

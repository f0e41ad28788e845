import { z } from '@hono/zod-openapi'
import { diagnosticSchema, queryNumber } from './common.ts'
import { licenceDecisionSchema, requestedPermissionsSchema, scanVerdictSchema } from './findings.ts'

const registry = z
  .object({
    source_id: z.string().describe('Of the source that is asked, as in `/api/v1/skills/sources`.'),
    name: z.string(),
    base_url: z.string(),
  })
  .openapi('ConnectedRegistry')

const fields = {
  id: z.string().describe('What the registry calls it: `owner/repository/skill`, or `skill`.'),
  slug: z.string(),
  name: z.string(),
  description: z.string().describe('Empty where the registry says none. Its author wrote it.'),
  source: z.string().describe('`owner/repository`, or a host.'),
  installs: z.number().int().nullable(),
  url: z.string().nullable().describe('Its page in the registry.'),
  state: z
    .enum(['available', 'waiting', 'installed'])
    .describe('`waiting`: it is in the inbox. `installed`: a skill came of it here.'),
  skill_id: z.string().nullable(),
  arrival_id: z.string().nullable(),
}

const registrySkill = z.object(fields).openapi('RegistryListing')

export const registryListSchema = z
  .object({ registry, skills: z.array(registrySkill) })
  .openapi('RegistryLists')

/** Where in a registry a skill is. */
export const registryPlaceSchema = z.object({
  source_id: z.string(),
  registry: z.string().describe('The name of its source.'),
  id: z.string(),
  url: z.string().nullable(),
})

/** What a person should know before a skill joins a conversation from a registry. */
export const fetchedSkillSchema = registryPlaceSchema
  .extend({
    verdict: scanVerdictSchema,
    findings: z.number().int(),
    text: z
      .string()
      .describe('What the agent would be given. Empty in a list once the question is answered.'),
    licence: z.string().nullable(),
    licence_decision: licenceDecisionSchema,
  })
  .openapi('FetchedSkill')

/** What became of a skill of a registry that a person keeps. */
export const keptSkillSchema = z
  .object({ state: fields.state, skill_id: fields.skill_id, arrival_id: fields.arrival_id })
  .openapi('KeptSkill')

/** The shape of a skill with what its package asks for, before anything of it is kept. */
export const registryMetadataSchema = z
  .object({
    registry,
    skill: registrySkill,
    package: z
      .object({
        digest: z.string(),
        content_length: z.number().int().describe('Characters of the text that an agent gets.'),
        files: z.array(z.object({ path: z.string(), size: z.number().int() })),
        verdict: scanVerdictSchema,
        findings: z.number().int(),
        licence: z.string().nullable(),
        licence_decision: licenceDecisionSchema,
        asks: requestedPermissionsSchema,
        diagnostics: z.array(diagnosticSchema),
      })
      .optional()
      .describe('With `package=true`: it is fetched and scanned, and not kept.'),
  })
  .openapi('RegistryMetadata')

const sourceId = z
  .string()
  .max(100)
  .optional()
  .describe('The registry to ask, by the id of its source. Default: the oldest that is enabled.')

export const registryTrendingQuery = z.object({
  limit: queryNumber(1, 50, 20),
  source_id: sourceId,
})
export const registryConsumerQuery = z.object({
  q: z.string().trim().min(1).max(500),
  limit: queryNumber(1, 50, 20),
  source_id: sourceId,
})
export const registryMetadataQuery = z.object({
  id: z.string().min(1).max(600).describe('As a search names it.'),
  source_id: sourceId,
  package: z.enum(['true', 'false']).optional().describe('Also fetch and scan its package.'),
})

export type RegistryListing = z.infer<typeof registrySkill>
export type RegistryLists = z.infer<typeof registryListSchema>
export type KeptSkill = z.infer<typeof keptSkillSchema>
export type RegistryMetadata = z.infer<typeof registryMetadataSchema>

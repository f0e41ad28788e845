import { z } from '@hono/zod-openapi'

/** Shapes of skills.sh and of the well-known indexes of skills: their names are not ours to choose. */
const registrySkill = {
  id: z.string().describe('`SOURCE/SLUG`.'),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.string(),
  installs: z.number().int().describe('How often a model got its text.'),
  sourceType: z.string(),
  installUrl: z.string().describe('An index with this skill alone.'),
  url: z.string().describe('Its page in the console.'),
}

const registryFiles = {
  files: z.array(
    z.object({
      path: z.string(),
      contents: z.string(),
      encoding: z.literal('base64').optional().describe('Of a file that is not UTF-8.'),
      executable: z.literal(true).optional(),
    }),
  ),
  hash: z.string().describe('SHA-256 over paths and bytes in the way of skills.sh.'),
}

export const registrySkillSchema = z.object(registrySkill).openapi('RegistrySkill')

export const registryPageSchema = z
  .object({
    data: z.array(registrySkillSchema),
    pagination: z.object({
      page: z.number().int(),
      perPage: z.number().int(),
      total: z.number().int(),
      hasMore: z.boolean(),
    }),
  })
  .openapi('RegistryPage')

export const registrySearchSchema = z
  .object({ data: z.array(registrySkillSchema), query: z.string(), count: z.number().int() })
  .openapi('RegistrySearch')

export const registryFoundSchema = z
  .object({
    skills: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        source: z.string().describe('An index with this skill alone.'),
        installs: z.number().int(),
      }),
    ),
  })
  .openapi('RegistryFound')

export const registryDownloadSchema = z.object(registryFiles).openapi('RegistryDownload')

export const registryPackageSchema = z
  .object({ ...registrySkill, ...registryFiles })
  .openapi('RegistryPackage')

export type RegistryPageBody = z.infer<typeof registryPageSchema>
export type RegistrySearchBody = z.infer<typeof registrySearchSchema>
export type RegistryFoundBody = z.infer<typeof registryFoundSchema>
export type RegistryDownloadBody = z.infer<typeof registryDownloadSchema>
export type RegistryPackageBody = z.infer<typeof registryPackageSchema>

import { z } from '@hono/zod-openapi'

/** Shapes of ClawHub, version 1: their names are not ours to choose. Times are milliseconds. */
const time = z.number().int()

const version = z.object({
  version: z.string().describe('`0.0.N`: N is the number of the published revision.'),
  createdAt: time,
  changelog: z.string(),
  license: z.string().nullable().describe('As its frontmatter names it.'),
})

const owner = z.object({
  handle: z.string(),
  displayName: z.string(),
  image: z.null(),
})

const described = {
  slug: z.string(),
  displayName: z.string(),
  summary: z.string(),
  topics: z.array(z.string()),
  tags: z.object({ latest: z.string() }),
  stats: z.object({ downloads: z.number().int().describe('How often a model got its text.') }),
  createdAt: time,
  updatedAt: time,
}

export const clawHubSearchSchema = z
  .object({
    results: z.array(
      z.object({
        score: z.number(),
        slug: z.string(),
        displayName: z.string(),
        summary: z.string(),
        version: z.string(),
        updatedAt: time,
        downloads: z.number().int(),
        ownerHandle: z.string(),
        owner,
      }),
    ),
  })
  .openapi('ClawHubSearch')

export const clawHubListSchema = z
  .object({
    items: z.array(z.object({ ...described, latestVersion: version, metadata: z.null() })),
    nextCursor: z.string().nullable(),
  })
  .openapi('ClawHubList')

export const clawHubSkillSchema = z
  .object({
    skill: z.object(described),
    latestVersion: version,
    metadata: z.null(),
    owner,
    moderation: z.null(),
  })
  .openapi('ClawHubSkill')

export const clawHubVersionsSchema = z
  .object({ items: z.array(version), nextCursor: z.null() })
  .openapi('ClawHubVersions')

export const clawHubVersionSchema = z
  .object({
    version: version.extend({
      files: z.array(z.object({ path: z.string(), sha256: z.string(), size: z.number().int() })),
    }),
    skill: z.object({ slug: z.string(), displayName: z.string() }),
  })
  .openapi('ClawHubVersion')

export const clawHubInstallSchema = z
  .object({
    ok: z.literal(true),
    slug: z.string(),
    installKind: z.literal('archive'),
    archive: z.object({ version: z.string(), downloadUrl: z.string() }),
  })
  .openapi('ClawHubInstall')

const named = z.object({ version: z.string() })
export const clawHubResolveSchema = z
  .object({ match: named.nullable(), latestVersion: named })
  .openapi('ClawHubResolve')

export const clawHubWhoamiSchema = z
  .object({ user: z.object({ handle: z.string() }) })
  .openapi('ClawHubWhoami')

export type ClawHubSearchBody = z.infer<typeof clawHubSearchSchema>
export type ClawHubListBody = z.infer<typeof clawHubListSchema>
export type ClawHubSkillBody = z.infer<typeof clawHubSkillSchema>
export type ClawHubVersionsBody = z.infer<typeof clawHubVersionsSchema>
export type ClawHubVersionBody = z.infer<typeof clawHubVersionSchema>
export type ClawHubInstallBody = z.infer<typeof clawHubInstallSchema>
export type ClawHubResolveBody = z.infer<typeof clawHubResolveSchema>
export type ClawHubWhoamiBody = z.infer<typeof clawHubWhoamiSchema>

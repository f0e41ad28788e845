import { z } from '@hono/zod-openapi'
import {
  cursorQuery,
  nonBlank,
  orNull,
  pageOf,
  problemSummarySchema,
  timestampSchema,
} from './common.ts'
import { licenceDecisionSchema } from './findings.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'

const urlSchema = z.string().min(1).max(2_000)
const nameSchema = nonBlank(200)

export const sourceTypeSchema = z
  .enum([
    ...(['github', 'git', 'url', 'well-known', 'plugin-marketplace'] as const),
    ...(['marketplace', 'clawhub', 'samples'] as const),
  ])
  .describe('`samples`: the skills that ship with the server; nobody adds such a source.')
  .openapi('SourceKind')

/** Which fields count depends on `source_type`; the others are left out. */
const addressFields = {
  repo: z.string().max(200).optional().describe('github: owner/name.'),
  url: urlSchema.optional().describe('git, url, well-known, plugin-marketplace: an https URL.'),
  base_url: urlSchema.optional().describe('marketplace, clawhub: the registry.'),
  ref: z.string().max(200).nullish().describe('github, git: branch, tag or commit.'),
  path: z.string().max(400).optional().describe('github, git: the folder to look in.'),
  skills: z
    .array(z.string().min(1).max(400))
    .max(1_000)
    .optional()
    .describe(
      'marketplace, clawhub: the ids of the skills to take; without any, what is trending.',
    ),
}

const syncFields = {
  sync_policy: z.enum(['manual', 'auto']).optional(),
  sync_interval_minutes: z.number().int().min(5).max(43_200).optional(),
}

const configInputSchema = z.strictObject({ ...addressFields, ...syncFields })

const reviewPolicySchema = z
  .enum(['hold', 'apply-clean'])
  .describe(
    '`hold`: everything new waits for a person. `apply-clean`: an update is applied by itself when its scan is clean, its licence allowed, it asks for nothing new, nobody edited the skill here, what models are told before they load it (frontmatter, routing, file names) is unchanged, and it has the minimum age.',
  )

const sourceFields = {
  name: nameSchema,
  config: configInputSchema,
  enabled: z.boolean(),
  review_policy: reviewPolicySchema,
  minimum_update_age_days: z
    .number()
    .int()
    .min(0)
    .max(365)
    .nullable()
    .describe(
      'Days that an update has to be known here before `apply-clean` applies it; null: as the settings say.',
    ),
  token: z
    .string()
    .min(1)
    .max(4_000)
    .nullable()
    .describe('For this source alone. Stored encrypted, and never shown again; null removes it.'),
}

export const sourceCreateSchema = z
  .strictObject({
    ...sourceFields,
    name: nameSchema.optional().describe('By default that of its repository, or of its address.'),
    source_type: sourceTypeSchema,
    enabled: sourceFields.enabled.default(true),
    review_policy: reviewPolicySchema.default('hold'),
    minimum_update_age_days: sourceFields.minimum_update_age_days.default(null),
    token: sourceFields.token.optional(),
  })
  .openapi('SourceCreate')

const syncCountsSchema = z
  .object({
    total: z.number().int(),
    added: z.number().int(),
    changed: z.number().int(),
    held: z.number().int().describe('Of those added and changed: how many wait for a review.'),
    missing: z.number().int().describe('No longer in the source. Their skills stay.'),
    failed: z.number().int(),
  })
  .openapi('SyncCounts')

export const syncStatusSchema = z
  .enum(['never', 'running', 'ok', 'unchanged', 'partial', 'failed', 'cancelled'])
  .openapi('SyncStatus')

export const sourceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    source_type: sourceTypeSchema,
    config: z.object({
      ...addressFields,
      sync_policy: z.enum(['manual', 'auto']),
      sync_interval_minutes: z.number().int(),
    }),
    enabled: z.boolean(),
    review_policy: z.enum(['hold', 'apply-clean']),
    minimum_update_age_days: z.number().int().nullable(),
    has_token: z.boolean(),
    last_sync_at: timestampSchema.nullable(),
    last_sync_status: syncStatusSchema,
    last_sync_error: orNull(problemSummarySchema),
    next_sync_at: timestampSchema.nullable(),
    source_version: z.string().nullable().describe('What was read last: a commit, a digest.'),
    notices: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe('A moved tag, a rewritten history, a new owner.'),
    counts: orNull(syncCountsSchema).describe('Of the last finished sync.'),
    progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
    sync_alive_until: timestampSchema
      .nullable()
      .describe(
        'Of a running sync, moved on while it goes on: if its server is gone, another takes over after this.',
      ),
    created_by: z.string(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    etag: z.string(),
  })
  .openapi('Source')

/** Absent fields stay. `config` replaces the address as a whole. */
export const sourceUpdateSchema = acceptReadOnly(
  {
    name: sourceFields.name.optional(),
    config: configInputSchema.optional(),
    enabled: sourceFields.enabled.optional(),
    review_policy: reviewPolicySchema.optional(),
    minimum_update_age_days: sourceFields.minimum_update_age_days.optional(),
    token: sourceFields.token.optional(),
  },
  sourceSchema,
).openapi('SourceUpdate', acceptsReadOnly)

export const sourceListSchema = z.object({ items: z.array(sourceSchema) }).openapi('SourceList')

export const sourceSyncSchema = z
  .strictObject({
    force: z.boolean().default(false).describe('Read everything, also when nothing moved.'),
  })
  .openapi('SourceSync')

export const syncStaleSchema = z
  .object({
    started: z.array(z.string()).describe('Ids of the sources that are being synced now.'),
    running: z.array(z.string()).describe('Ids of those that were being synced already.'),
  })
  .openapi('SyncStaleResult')

export const sourceItemSchema = z
  .object({
    path: z.string().describe('Its id in the source: a folder, a name.'),
    name: z.string(),
    slug: z.string().nullable(),
    state: z.enum(['present', 'missing', 'failed']),
    skill_id: z.string().nullable(),
    digest: z.string().nullable(),
    edited_here: z
      .boolean()
      .describe('Updates are compared with the edits, and replace nothing by themselves.'),
    problem: orNull(problemSummarySchema),
  })
  .openapi('SourceItem')

export const sourceItemQuery = z.object({ ...cursorQuery })
export const sourceItemPageSchema = pageOf(sourceItemSchema).openapi('SourceItemPage')

export const catalogQuery = z.object({
  source_id: z.string().max(100).optional().describe('Our id of a source.'),
  refresh: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: read the sources again before listing. Needs `skills.write`.'),
  q: z.string().max(200).optional(),
  ...cursorQuery,
})

/** A skill that a source offers. */
export const catalogItemSchema = z
  .object({
    source_id: z
      .string()
      .describe(
        '`<owner>/<repo>@<ref>:<folder>`, with `HEAD` for the default branch; our id for a source that is no repository on github.com.',
      ),
    source_version: z
      .string()
      .nullable()
      .describe('The id that git gives the SKILL.md there; null where it has none.'),
    catalog_source_id: z.string().describe('Our id of the source.'),
    source_name: z.string(),
    path: z.string(),
    name: z.string(),
    description: z.string(),
    installed: z.boolean(),
    update_available: z.boolean(),
    skill_id: z.string().nullable(),
    arrival_id: z.string().nullable().describe('What waits for a review.'),
    digest: z.string().nullable().describe('Of what waits, else of the skill here.'),
    verdict: z
      .string()
      .nullable()
      .describe('Of the content that waits, else of the one installed.'),
    licence: z.string().nullable(),
    licence_decision: licenceDecisionSchema
      .nullable()
      .describe('Whether the organisation takes that licence.'),
  })
  .openapi('CatalogItem')

export const catalogSchema = pageOf(catalogItemSchema)
  .extend({
    errors: z
      .array(
        z.object({ source_id: z.string(), source_name: z.string(), problem: problemSummarySchema }),
      )
      .describe('Sources that could not be read; the others are listed all the same.'),
  })
  .openapi('Catalog')

export type SourceBody = z.infer<typeof sourceSchema>
export type SourceCreate = z.input<typeof sourceCreateSchema>
export type SourceUpdate = z.input<typeof sourceUpdateSchema>
export type SourceList = z.infer<typeof sourceListSchema>
export type SourceConfigInput = z.infer<typeof configInputSchema>
export type SourceItemBody = z.infer<typeof sourceItemSchema>
export type SourceItemPage = z.infer<typeof sourceItemPageSchema>
export type SyncStaleResult = z.infer<typeof syncStaleSchema>
export type CatalogBody = z.infer<typeof catalogSchema>
export type CatalogItemBody = z.infer<typeof catalogItemSchema>

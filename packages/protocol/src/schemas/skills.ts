import { z } from '@hono/zod-openapi'
import { allowedToolsMeaningSchema } from './allowed-tools-meaning.ts'
import { acknowledgedInput, diagnosticSchema, nonBlank, orNull, timestampSchema } from './common.ts'
import { fileDeletionsInput, fileRenamesInput, fileTextsInput } from './file-texts.ts'
import { hitReasonSchema } from './hit-reason.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'

export const scopeSchema = z.enum(['org', 'user'])
export const sourceTypeSchema = z.enum(['manual', 'github', 'url', 'marketplace'])
/** D9. What an agent saved is `authored`; `source` tells it apart. */
export const provenanceSchema = z.enum(['authored', 'imported', 'integration', 'catalog'])
/** B1. */
export const skillAuthorSchema = z.enum(['user', 'agent'])

const slugInput = z.string().min(1).max(100).describe('Lower-case words joined by single . _ or -')
const nameInput = nonBlank(200)
const descriptionInput = z.string().max(4096)
const versionInput = z
  .string()
  .max(4096)
  .describe('What its author calls this version, such as 1.2.0')
const authorInput = z.string().max(4096)
const tagsInput = z.array(nonBlank(60)).max(50)
/** SKILL.md as text: frontmatter and body, or a body alone. */
const contentInput = z.string().max(1_048_576)
const reasonInput = z.string().max(500)

export const manifestEntrySchema = z.object({
  path: z.string(),
  sha256: z.string(),
  size: z.number().int().describe('Bytes'),
  executable: z.boolean(),
})

/** The columns of the skill row of document A, without the content, plus identity fields. */
export const skillSummarySchema = z
  .object({
    id: z.string(),
    scope: scopeSchema,
    user_id: z.string().nullable(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    when_to_use: z.string(),
    version: z.string(),
    author: z.string(),
    license: z.string(),
    tags: z.array(z.string()),
    enabled: z.boolean(),
    content_length: z
      .number()
      .int()
      .describe('Characters of the body the model gets; counted against the budget.'),
    content_hash: z.string(),
    source_type: sourceTypeSchema,
    source_url: z.string().nullable(),
    source_ref: z.string().nullable(),
    source_id: z.string().nullable(),
    provenance: provenanceSchema,
    source: skillAuthorSchema.describe('Who made it: `agent` also after a person has edited it.'),
    title: z.string().describe('The display name: `title` of the frontmatter, otherwise the name.'),
    archived_at: timestampSchema
      .nullable()
      .describe('When it was archived: kept, but not offered to any agent.'),
    use_count: z.number().int().describe('How often a model received its text.'),
    last_used_at: timestampSchema.nullable(),
    digest: z.string().describe('The current revision.'),
    revision: z.number().int().describe('Number of the current revision, from 1.'),
    etag: z.string().describe('For If-Match.'),
    file_count: z.number().int(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .openapi('SkillSummary')

/** An entry of the allowed tools of a skill. */
export const listedToolSchema = z.object({
  written: z.string().describe('As written in the skill. Untrusted text.'),
  tool: z.string().nullable().describe('The tool it resolves to; null for none.'),
  pattern: z
    .enum(['holds', 'undecided'])
    .nullable()
    .optional()
    .describe(
      'Whether the pattern of `Tool(pattern)` holds. `undecided`: it cannot be decided, so the entry allows nothing. Null without a pattern.',
    ),
})

export const toolListSchema = z
  .object({
    restricts: z
      .boolean()
      .describe('Whether the list restricts the tools while the skill is active.'),
    listed: z.array(listedToolSchema),
  })
  .openapi('AllowedTools')

export const skillSchema = skillSummarySchema
  .extend({
    organization_id: z.string(),
    content: z.string().describe('SKILL.md exactly as stored.'),
    body: z.string().describe('The body the model gets when the skill is active.'),
    files: z.array(manifestEntrySchema),
    allowed_tools: toolListSchema,
    diagnostics: z.array(diagnosticSchema),
  })
  .openapi('Skill')

export const skillUnavailableSchema = z
  .object({
    condition: z.string().describe('The condition that fails: `requires_tools:web_search`.'),
    reason: z.string(),
  })
  .openapi('SkillUnavailable')

export type SkillUnavailable = z.infer<typeof skillUnavailableSchema>

/** What a skill demands, as it is enforced for the tools of a turn. */
export const skillLimitsSchema = z
  .object({
    unavailable: orNull(skillUnavailableSchema).describe(
      'Why agents cannot use the skill here; null when they can.',
    ),
    runs_apart: z.boolean().describe('A sub-agent carries it out (`context: fork`).'),
    allowed_tools: toolListSchema,
    meaning: allowedToolsMeaningSchema.describe('What its list means here now.'),
    preapproves: z
      .boolean()
      .describe(
        'With `preapprove`: whether a person of the organisation approved this revision. Otherwise its list spares nobody a question.',
      ),
    allowed: z.array(z.string()).describe('The tools that can be called while it is active.'),
    refused: z.array(z.string()).describe('The tools that its list refuses.'),
    always_allowed: z.array(z.string()).describe('Tools for skills, which no list refuses.'),
  })
  .openapi('SkillLimits')

export type SkillLimitsBody = z.infer<typeof skillLimitsSchema>

export const skillListItemSchema = skillSummarySchema
  .extend({
    unavailable: skillUnavailableSchema
      .optional()
      .describe('Agents cannot use the skill here; people see why.'),
    match: z
      .object({ score: z.number(), reasons: z.array(hitReasonSchema) })
      .optional()
      .describe('Present with q: score and reasons of the match.'),
    near_duplicate_of: z
      .string()
      .optional()
      .describe(
        'Present with q: the id of an item before it on this page that has the same text, the same name and a similar description, or a description of the same words.',
      ),
    findings: z
      .number()
      .int()
      .optional()
      .describe(
        'Findings of the last scan of this revision that nobody suppressed; absent when it was not scanned yet.',
      ),
  })
  .openapi('SkillListItem')

/** Where a skill came from, as an approval names it. */
export const skillOriginSchema = z.object({
  provenance: provenanceSchema,
  source: skillAuthorSchema,
  source_url: z.string().nullable(),
  source_id: z.string().nullable(),
})

/** Where a skill was taken from. It is recorded, never fetched. */
export const sourceInputs = {
  source_type: sourceTypeSchema.optional().describe('Default: by the address.'),
  source_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  source_ref: z.string().max(500).optional(),
  source_id: z.string().max(500).optional(),
}

/** What a skill of a registry says itself. */
const statedFields = ['name', 'slug', 'description', 'version', 'author', 'tags'] as const

export const skillCreateSchema = z
  .strictObject({
    content: contentInput
      .optional()
      .describe(
        'May be left out with the `source_type` marketplace and a `source_url`: the skill is then taken from that registry, which has to be one of the sources.',
      ),
    name: nameInput.optional(),
    slug: slugInput.optional(),
    description: descriptionInput.optional(),
    version: versionInput.optional(),
    author: authorInput.optional(),
    tags: tagsInput.optional(),
    scope: scopeSchema.default('org'),
    enabled: z.boolean().default(true),
    reason: reasonInput.default(''),
    acknowledged_findings: acknowledgedInput,
    ...sourceInputs,
    source_type: sourceTypeSchema
      .default('manual')
      .describe('Where the content was taken from. With `content` it is recorded, never fetched.'),
  })
  .refine(
    ({ content, source_type, source_url }) =>
      content !== undefined || (source_type === 'marketplace' && source_url !== undefined),
    { path: ['content'], message: 'Give the SKILL.md, or a marketplace with its source_url.' },
  )
  .superRefine((body, context) => {
    if (body.content !== undefined) return
    if (body.scope !== 'org') {
      const message = 'A skill of a registry is taken for the organisation: leave scope out.'
      context.addIssue({ code: 'custom', path: ['scope'], message })
    }
    for (const field of statedFields) {
      if (body[field] === undefined) continue
      const message =
        'A skill of a registry is taken as it is: leave this out, and change it afterwards.'
      context.addIssue({ code: 'custom', path: [field], message })
    }
  })
  .openapi('SkillCreate', {
    anyOf: [
      { required: ['content'] },
      {
        required: ['source_type', 'source_url'],
        properties: {
          source_type: { type: 'string', enum: ['marketplace'] },
          scope: { type: 'string', enum: ['org'] },
          ...Object.fromEntries(statedFields.map((field) => [field, { not: {} }])),
        },
      },
    ],
  })

const updateFields = {
  content: contentInput.optional(),
  file_texts: fileTextsInput,
  file_renames: fileRenamesInput,
  file_deletions: fileDeletionsInput,
  name: nameInput.optional(),
  slug: slugInput.optional(),
  description: descriptionInput.optional(),
  version: versionInput.optional(),
  author: authorInput.optional(),
  tags: tagsInput.optional(),
  enabled: z.boolean().optional(),
  reason: reasonInput.default(''),
  acknowledged_findings: acknowledgedInput,
}

/** Absent fields stay unchanged. Form fields are written into the SKILL.md, the source of truth. */
export const skillUpdateSchema = acceptReadOnly(updateFields, skillSchema).openapi(
  'SkillUpdate',
  acceptsReadOnly,
)

export const skillParseSchema = z.strictObject({ content: contentInput }).openapi('SkillParse')

/** The result of parsing a SKILL.md without storing it. */
export const skillDraftSchema = z
  .object({
    ok: z.boolean().describe('False when it would be rejected; see diagnostics.'),
    repaired: z.boolean(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    when_to_use: z.string(),
    version: z.string(),
    author: z.string(),
    license: z.string(),
    tags: z.array(z.string()),
    body: z.string(),
    content_length: z.number().int(),
    prompt_block: z
      .string()
      .describe('Its block in the system prompt while active, byte for byte; empty if rejected.'),
    diagnostics: z.array(diagnosticSchema),
  })
  .openapi('SkillDraft')

export const revisionSchema = z
  .object({
    number: z.number().int(),
    digest: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.string(),
    content_length: z.number().int(),
    content_hash: z.string(),
    files: z.array(manifestEntrySchema),
    created_at: timestampSchema,
    created_by: z.string(),
    created_by_name: z.string().nullable().describe('Null for a former member.'),
    reason: z.string(),
  })
  .openapi('Revision')

export const revisionContentSchema = revisionSchema
  .extend({ content: z.string(), body: z.string() })
  .openapi('RevisionContent')

export const tagCountSchema = z.object({
  tag: z.string(),
  count: z.number().int().describe('Skills with it that you see.'),
  writable: z.number().int().describe('How many of these you may write.'),
})

export const packageExportQuery = z.object({
  format: z.enum(['zip']).optional().describe('zip: also when there is only a SKILL.md.'),
  digest: z
    .string()
    .max(100)
    .optional()
    .describe('Of the revision; the current one without it. Never one that was revoked.'),
  form: z
    .enum(['standard', 'original'])
    .default('standard')
    .describe(
      'standard: valid in the open format, for other agents; keys outside it stay as they are written. ' +
        'original: byte for byte as stored.',
    ),
})

export type SkillSummary = z.infer<typeof skillSummarySchema>
export type ToolListBody = z.infer<typeof toolListSchema>
export type SkillBody = z.infer<typeof skillSchema>
export type SkillListItem = z.infer<typeof skillListItemSchema>
export type SkillCreate = z.input<typeof skillCreateSchema>
export type SkillUpdate = z.input<typeof skillUpdateSchema>
export type SkillUpdateBody = z.output<typeof skillUpdateSchema>
export type SkillDraft = z.infer<typeof skillDraftSchema>
export type RevisionBody = z.infer<typeof revisionSchema>
export type RevisionContentBody = z.infer<typeof revisionContentSchema>
export type TagCount = z.infer<typeof tagCountSchema>
export type ManifestEntryBody = z.infer<typeof manifestEntrySchema>

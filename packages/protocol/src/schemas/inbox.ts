import { z } from '@hono/zod-openapi'
import { cursorQuery, orNull, pageOf, timestampSchema } from './common.ts'
import { licenceDecisionSchema, scanVerdictSchema } from './findings.ts'

const kind = z
  .enum(['approval', 'tool', 'import', 'update', 'proposal', 'offer'])
  .describe(
    '`approval`: a run waits for it. `tool`: the same for code that an agent wrote. `import`, `update`: from a source. `proposal`: an agent wrote it. `offer`: a member offers a skill to the organisation.',
  )
const permission = z.enum(['tools', 'hooks', 'scripts', 'hosts', 'env'])
const alike = z
  .string()
  .describe('Why it waits, as a key: entries with the same one can be decided together.')

export const inboxEntrySchema = z
  .object({
    id: z.string().describe('Of the approval, the arrival or the proposal.'),
    kind,
    title: z.string().describe('Untrusted text, like `slug` and `about`.'),
    slug: z.string().describe('The skill it is about; empty where it is about none.'),
    about: z.string(),
    at: timestampSchema,
    expires_at: timestampSchema.nullable(),
    asked_by: z.string().nullable().describe('Null for a source.'),
    conversation_id: z.string().nullable(),
    source_id: z.string().nullable(),
    digest: z.string().nullable(),
    base_digest: z.string().nullable(),
    verdict: orNull(scanVerdictSchema).describe('Null where nothing was scanned.'),
    findings: z.number().int(),
    licence: z.string().nullable(),
    licence_decision: licenceDecisionSchema.nullable(),
    permissions: z.array(permission).describe('What it asks for and its base does not.'),
    out_of_date: z
      .boolean()
      .describe(
        'A proposal that nobody can approve any more, since its skill has changed; its page says why.',
      ),
    cost: z.number().int().describe('Characters of its text.'),
    alike,
  })
  .openapi('InboxEntry')

const inboxGroupSchema = z.object({
  kind,
  source_id: z.string().nullable(),
  alike,
  count: z.number().int(),
  oldest: timestampSchema,
})

const filterQuery = {
  kind: kind.optional(),
  blocking: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: what an agent waits for, `approval` and `tool`; `false`: the rest.'),
  awaits: z
    .enum(['you', 'others'])
    .optional()
    .describe(
      '`you`: what you may decide about; `others`: what you offered, or your agents proposed, and an owner or admin decides.',
    ),
  source_id: z.string().max(100).optional(),
  verdict: scanVerdictSchema.optional(),
  licence: z.string().max(200).optional().describe('An SPDX expression, or `none`.'),
  licence_decision: licenceDecisionSchema.optional(),
  permission: permission.optional(),
  since: timestampSchema.optional().describe('Came then or later.'),
  before: timestampSchema.optional().describe('Came then or earlier.'),
  text: z.string().max(200).optional().describe('In title, slug, description, reason or path.'),
  alike: z.string().max(300).optional(),
}

export const inboxQuery = z.object({
  ...filterQuery,
  order: z.enum(['newest', 'oldest']).default('newest'),
  ...cursorQuery,
})

export const inboxKeysQuery = z.object(filterQuery)

export const inboxPageSchema = pageOf(inboxEntrySchema)
  .extend({
    groups: z
      .array(inboxGroupSchema)
      .describe('All that match, counted by kind, source and reason.'),
    total: z.number().int().describe('How many match.'),
  })
  .openapi('InboxPage')

export const inboxKeysSchema = z
  .object({
    items: z.array(z.object({ id: z.string(), digest: z.string() })),
  })
  .openapi('InboxKeys')

export type InboxEntryBody = z.infer<typeof inboxEntrySchema>
export type InboxPageBody = z.infer<typeof inboxPageSchema>
export type InboxKeysBody = z.infer<typeof inboxKeysSchema>
export type InboxOrderParam = z.infer<typeof inboxQuery>['order']
export type InboxFilterParams = z.input<typeof inboxKeysQuery>

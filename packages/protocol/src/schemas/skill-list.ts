import { z } from '@hono/zod-openapi'
import { cursorQuery, pageOf } from './common.ts'
import { provenanceSchema, scopeSchema, skillAuthorSchema, skillListItemSchema } from './skills.ts'

/** What narrows the list of skills; together they narrow further. */
export const skillFilterQuery = z.object({
  tags: z
    .string()
    .max(1000)
    .optional()
    .describe('Comma-separated, or repeated; a skill must have all of them.'),
  scope: scopeSchema.optional(),
  enabled: z.enum(['true', 'false']).optional(),
  source_id: z.string().max(500).optional(),
  provenance: z
    .enum([...provenanceSchema.options, 'agent'])
    .optional()
    .describe('`agent` is deprecated: it means source=agent.'),
  source: skillAuthorSchema.optional(),
  archived: z
    .enum(['true', 'false'])
    .optional()
    .describe('Only archived or only other skills; default: both.'),
  over_budget: z
    .literal('true')
    .optional()
    .describe('Only those that alone cost more than the budget of a conversation.'),
  used: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether a model received its text at least once.'),
  scripts: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether it has an executable file, or one in its folder `scripts`.'),
  findings: z
    .literal('true')
    .optional()
    .describe('Only those in which the last scan found something.'),
  changed_days: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .optional()
    .describe('Only those that changed in so many days.'),
})

export const skillListQuery = skillFilterQuery.extend({
  q: z
    .string()
    .max(1000)
    .optional()
    .describe('Ranked search; without it the list is ordered by slug.'),
  surface: z
    .enum(['page', 'cli'])
    .optional()
    .describe(
      'Says that a person typed q, and where: the organisation’s log of searches counts it, where it is on and nothing else filters.',
    ),
  sort: z
    .enum(['slug', 'cost', 'used', 'changed'])
    .default('slug')
    .describe(
      'With q the list is by rank. `used`: activations in the last 30 days, in the same conversations as the numbers of `GET /api/v1/stats`.',
    ),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...cursorQuery,
})

const countSchema = z.number().int().optional()

export const skillCountsSchema = z
  .object({
    over_budget: countSchema,
    unused: countSchema,
    scripts: countSchema,
    changed_this_week: countSchema.describe('In the last seven days.'),
  })
  .openapi('SkillCounts', {
    description: 'Empty with findings: what people suppressed is known only of skills one by one.',
  })

export const skillPageSchema = pageOf(skillListItemSchema)
  .extend({
    total: z
      .number()
      .int()
      .optional()
      .describe('How many match; only on the first page, and neither with q nor with findings.'),
  })
  .openapi('SkillPage')

export type SkillPage = z.infer<typeof skillPageSchema>
export type SkillCounts = z.infer<typeof skillCountsSchema>

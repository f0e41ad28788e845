import { z } from '@hono/zod-openapi'

const count = z.number().int()

export const rateSchema = z
  .object({
    count,
    n: count,
    rate: z.number().nullable().describe('Null when n is 0.'),
    low: z.number().nullable().describe('Of the 95 % interval after Wilson.'),
    high: z.number().nullable(),
    too_few: z.boolean().describe('Too few to say: n is below 10.'),
  })
  .openapi('Rate')

export const usageNumbersSchema = z
  .object({
    activations: z.object({ by_person: count, by_agent: count, by_rule: count, total: count }),
    offered: count.describe('Times in the list of skills that the router gave to a turn.'),
    best_rank: count.nullable().describe('The best place in such a list, from 1.'),
    taken: rateSchema.describe('Of the offers, those after which the turn activated the skill.'),
    model_calls: count,
    input_tokens: count,
    output_tokens: count,
    cached_tokens: count.describe('Of the input, those read from the provider’s cache.'),
    calls_without_tokens: count.describe('Model calls whose tokens are unknown.'),
    calls_without_cached_tokens: count,
    cost: z
      .number()
      .nullable()
      .describe(
        'Of the calls whose cost is known, in the currency the provider bills in; null when it is unknown for all.',
      ),
    calls_without_cost: count.describe('Model calls whose cost is unknown, and not in `cost`.'),
    mean_latency_ms: z.number().nullable().describe('Of a model call; null when none was timed.'),
    tool_calls: count,
    tool_failures: rateSchema,
    approvals_asked: count,
    approvals: rateSchema.describe('Approved, of those that a person answered.'),
    mean_answer_ms: z.number().nullable().describe('From the question to the answer.'),
    runs: z.object({ completed: count, failed: count, cancelled: count }),
    success: rateSchema.describe('Completed, of those that completed or failed.'),
    thumbs: rateSchema.describe('Up, of all thumbs.'),
  })
  .openapi('UsageNumbers')

export const statsGroupSchema = z
  .object({
    day: z.iso.date().optional(),
    skill_id: z.string().optional(),
    digest: z
      .string()
      .nullable()
      .optional()
      .describe('The revision; null where no model call followed the activation.'),
    agent_id: z.string().nullable().optional().describe('Null: without an agent.'),
    model: z.string().nullable().optional().describe('Null: no model call followed.'),
    name: z
      .string()
      .nullable()
      .describe('Of the skill (its slug) or the agent; null when it is gone, or not yours to see.'),
    numbers: usageNumbersSchema,
  })
  .openapi('StatsGroup')

export const statsSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(['skill', 'revision', 'agent', 'model', 'day']),
    scope: z
      .enum(['organisation', 'own'])
      .describe('Own: only your conversations. The organisation’s need `audit.read`.'),
    totals: usageNumbersSchema,
    previous: usageNumbersSchema.describe('The totals of as many days right before.'),
    groups: z.array(statsGroupSchema),
    truncated: z.boolean().describe('There are more groups; these have the most model calls.'),
  })
  .openapi('Stats')

export const actOnSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    scope: statsSchema.shape.scope,
    entries: z.array(
      z.object({
        kind: z
          .enum(['over_budget', 'thumbs_down', 'failing_tools', 'never_taken', 'never_used'])
          .describe('What is wrong. The most harmful comes first.'),
        total: count.describe('Skills it is about; the first 20 are in `skills`.'),
        skills: z.array(
          z.object({
            skill_id: z.string(),
            slug: z.string(),
            count: count.describe(
              'Characters of the text, thumbs down, failed calls, offers, or uses.',
            ),
            of: count.describe('The budget, all thumbs, all calls, or the offers.'),
          }),
        ),
      }),
    ),
    truncated: z.boolean().describe('There are more skills than were looked at.'),
  })
  .openapi('ActOn')

export const reindexSchema = z
  .object({ conversations: count.describe('Whose numbers were made again.') })
  .openapi('Reindexed')

export type RateBody = z.infer<typeof rateSchema>
export type UsageNumbers = z.infer<typeof usageNumbersSchema>
export type StatsGroupBody = z.infer<typeof statsGroupSchema>
export type StatsBody = z.infer<typeof statsSchema>
export type ActOnBody = z.infer<typeof actOnSchema>
export type Reindexed = z.infer<typeof reindexSchema>

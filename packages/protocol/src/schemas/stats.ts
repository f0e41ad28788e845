import { z } from '@hono/zod-openapi'
import { retestEnds } from '@repertoire/core/domain'
import { actOnKinds, conflictKinds, driftReasons } from '@repertoire/core/report'
import { orNull, timestampSchema } from './common.ts'

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

const percentileSchema = z
  .object({
    ms: z.number().describe('Above two minutes, 120,000.'),
    low: z.number().describe('Of the 95 % interval.'),
    high: z.number(),
  })
  .openapi('LatencyPercentile')

const latencySchema = z
  .object({
    n: count.describe('Model calls whose duration is known.'),
    too_few: z.boolean().describe('Too few to say: n is below 10.'),
    p50: orNull(percentileSchema).describe('Null with too few.'),
    p95: orNull(percentileSchema),
  })
  .openapi('Latency')

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
    latency: latencySchema,
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

export const modelComparisonSchema = z
  .object({
    model_before: z.string(),
    model_after: z.string(),
    before: rateSchema.describe('Passes with the model before the change.'),
    after: rateSchema,
    pairs: count.describe('Trials of the same case and round that passed or failed with both.'),
    difference: z.number().nullable().describe('After less before, of the pairs.'),
    low: z.number().nullable().describe('Of the 95 % interval after Bonett and Price.'),
    high: z.number().nullable(),
    verdict: z.enum(['better', 'worse', 'no-difference-shown', 'too-few']),
  })
  .openapi('ModelComparison')

export const outcomeRetestSchema = z
  .object({
    agent_id: z.string().nullable().describe('Whose model changed; null: the default model.'),
    requested_at: timestampSchema,
    ended_at: timestampSchema.nullable(),
    end: z
      .enum(retestEnds)
      .nullable()
      .describe(
        'Null while it waits or runs. `over-cost`: the ceiling stopped it. `cost-unknown`: a model has no price, so nothing is tried without a ceiling that holds.',
      ),
    spent: z.number().nullable().describe('Null when it is unknown.'),
    max_cost: z
      .number()
      .nullable()
      .describe('What was left of the ceiling of the day, once it has ended.'),
    untried: count.describe('Skills in use with tests that nothing was tried of.'),
    skills: z.array(
      z.object({
        skill_id: z.string(),
        slug: z.string(),
        problem: z.string().nullable().describe('Why it could not be tried.'),
        models: modelComparisonSchema,
      }),
    ),
  })
  .openapi('OutcomeRetest')

export const actOnSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    scope: statsSchema.shape.scope,
    entries: z.array(
      z.object({
        kind: z.enum(actOnKinds).describe('What is wrong. The most harmful comes first.'),
        total: count.describe('Skills it is about; the first 20 are in `skills`.'),
        skills: z.array(
          z.object({
            skill_id: z.string(),
            slug: z.string(),
            count: count.describe(
              'Pairs that only the model before passed, characters of the text, thumbs down, failed calls, offers, uses, other skills, or ways of drifting.',
            ),
            of: count.describe('All pairs, the budget, all thumbs, all calls, or the offers.'),
            with: z.array(z.string()).optional().describe('Slugs of the other skills it is about.'),
            duplicate_of: z
              .string()
              .optional()
              .describe('Of `near_duplicates`: the skill to compare it with.'),
            drift: z
              .array(z.enum(driftReasons))
              .optional()
              .describe('Of `drifted`: how it differs from its source, as of the last sync.'),
            models: modelComparisonSchema.optional().describe('Of `worse_with_model`.'),
          }),
        ),
      }),
    ),
    truncated: z.boolean().describe('There are more skills than were looked at.'),
    retest: orNull(outcomeRetestSchema).describe(
      'The last time that outcome tests ran again because a model changed.',
    ),
  })
  .openapi('ActOn')

const pairOutcomeSchema = z
  .object({
    verdict: z
      .enum(['worse', 'no-difference-shown', 'too-few'])
      .describe('Worse: the interval of the turns with both lies below those with either alone.'),
    together: rateSchema.describe('Success of the turns in which a model had both texts.'),
    alone: z
      .array(rateSchema)
      .describe('Of each skill without the other, in the order of `skills`.'),
  })
  .openapi('PairOutcome')

export const conflictsSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    scope: statsSchema.shape.scope,
    pairs: z.array(
      z.object({
        skills: z.array(z.object({ skill_id: z.string(), slug: z.string() })).describe('Two.'),
        conflicts: z
          .array(
            z.object({
              kind: z
                .enum(conflictKinds)
                .describe('`secrets-and-sending`: one reads secrets, the other sends to a host.'),
              evidence: z
                .array(z.string())
                .describe('What each skill says, in the order of `skills`. Untrusted text.'),
            }),
          )
          .describe('By rules. Empty where only the outcome speaks against the two.'),
        outcome: orNull(pairOutcomeSchema).describe('Null where it was not looked at.'),
      }),
    ),
    truncated: z.boolean().describe('More skills stood together than were looked at.'),
  })
  .openapi('Conflicts')

export const reindexSchema = z
  .object({ conversations: count.describe('Whose numbers were made again.') })
  .openapi('Reindexed')

export type RateBody = z.infer<typeof rateSchema>
export type UsageNumbers = z.infer<typeof usageNumbersSchema>
export type StatsGroupBody = z.infer<typeof statsGroupSchema>
export type StatsBody = z.infer<typeof statsSchema>
export type ActOnBody = z.infer<typeof actOnSchema>
export type ConflictsBody = z.infer<typeof conflictsSchema>
export type Reindexed = z.infer<typeof reindexSchema>

import { z } from '@hono/zod-openapi'
import { diagnosticSchema } from './common.ts'
import { routingAnswerSchema } from './routing.ts'

export const skillEvalRequestSchema = z
  .strictObject({
    agent_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Absent: the organisation’s settings.'),
    within: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(3)
      .describe('A message surfaces the skill when it is among this many top entries.'),
  })
  .openapi('SkillEvalRequest')

const share = z.number().min(0).max(1).nullable()

const outcomeSchema = routingAnswerSchema.shape.skill
  .unwrap()
  .omit({ slug: true, name: true, search_score: true, words: true })
  .extend({
    message: z.string(),
    line: z.number().int().describe('Line in the test file.'),
    must_surface: z.boolean(),
    surfaced: z.boolean(),
    place: z
      .number()
      .int()
      .nullable()
      .describe('Rank in the catalogue, from 1; null when nothing matches it.'),
    search_place: z
      .number()
      .int()
      .nullable()
      .describe('Rank among the search hits alone, from 1; null when it is not a hit.'),
    first: z.string().nullable().describe('Slug of the top entry; null when none matches.'),
  })
  .openapi('TriggerOutcome')

/** Results of the trigger tests of a skill (`evals/triggers.yaml`). */
export const skillEvalSchema = z
  .object({
    slug: z.string(),
    path: z.string().nullable().describe('Path of the test file; null when the skill has none.'),
    diagnostics: z.array(diagnosticSchema).describe('Problems in the test file.'),
    within: z.number().int(),
    precision: share.describe('Share of the surfacing messages that should surface it.'),
    recall: share.describe('Share of the messages that should surface it and do.'),
    by_search: z
      .object({ precision: share, recall: share })
      .describe('Precision and recall by search alone.'),
    outcomes: z.array(outcomeSchema),
    confusions: z
      .array(z.object({ slug: z.string().nullable(), messages: z.number().int() }))
      .describe('Top skills for messages that should surface this one.'),
  })
  .openapi('SkillEval')

export type SkillEvalRequest = z.input<typeof skillEvalRequestSchema>
export type TriggerTestOutcomeBody = z.infer<typeof outcomeSchema>
export type SkillEvalBody = z.infer<typeof skillEvalSchema>

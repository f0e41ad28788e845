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
      .describe('A message surfaces the skill when it stands among this many first lines.'),
  })
  .openapi('SkillEvalRequest')

const share = z.number().min(0).max(1).nullable()

const outcomeSchema = routingAnswerSchema.shape.skill
  .unwrap()
  .omit({ slug: true, name: true, search_score: true, words: true })
  .extend({
    message: z.string(),
    line: z.number().int().describe('In the file of tests.'),
    must_surface: z.boolean(),
    surfaced: z.boolean(),
    place: z
      .number()
      .int()
      .nullable()
      .describe('Its line in the catalogue, from 1; null when nothing speaks for it.'),
    search_place: z
      .number()
      .int()
      .nullable()
      .describe('Its place among the hits of search alone, from 1; null when it is none.'),
    first: z.string().nullable().describe('The slug in the first line; null when none fits.'),
  })
  .openapi('TriggerOutcome')

/** How well messages find a skill, by its own tests (`evals/triggers.yaml`). */
export const skillEvalSchema = z
  .object({
    slug: z.string(),
    path: z.string().nullable().describe('The file of tests; null when the skill has none.'),
    diagnostics: z.array(diagnosticSchema).describe('What of the file could not be used.'),
    within: z.number().int(),
    precision: share.describe('Of the messages that surface it, the share that should.'),
    recall: share.describe('Of the messages that should surface it, the share that do.'),
    by_search: z
      .object({ precision: share, recall: share })
      .describe('The same shares if there were nothing but search.'),
    outcomes: z.array(outcomeSchema),
    confusions: z
      .array(z.object({ slug: z.string().nullable(), messages: z.number().int() }))
      .describe('Which skills stand first for messages that should surface this one.'),
  })
  .openapi('SkillEval')

export type SkillEvalRequest = z.input<typeof skillEvalRequestSchema>
export type TriggerTestOutcomeBody = z.infer<typeof outcomeSchema>
export type SkillEvalBody = z.infer<typeof skillEvalSchema>

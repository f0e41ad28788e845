import { z } from '@hono/zod-openapi'

const message = z.string().describe('As a person would write it.')
const mustSurface = z.boolean().describe('Whether the message must find the skill, or must not.')
const place = z
  .number()
  .int()
  .nullable()
  .describe('Rank in the catalogue with the candidate, from 1; null when nothing matches it.')

/** The trigger tests of what waits for a review, without and with it. */
export const importTriggerTestsSchema = z
  .object({
    slug: z.string().describe('What it would be named.'),
    is_new: z.boolean(),
    enabled: z.boolean().describe('False: its skill is disabled, and no message finds it.'),
    own: z
      .array(
        z.object({
          message,
          must_surface: mustSurface,
          from: z
            .enum(['candidate', 'skill', 'both'])
            .describe(
              'In whose file of tests: the candidate’s, that of the skill as it is, or both.',
            ),
          passed_before: z.boolean().nullable().describe('Null for a new skill.'),
          passes: z.boolean(),
          place,
          first: z.string().nullable().describe('Slug of the top entry; null when none matches.'),
        }),
      )
      .describe('Tests of the candidate and of the skill that it would change.'),
    others_run: z.number().int().describe('How many tests of other skills ran.'),
    others: z
      .array(
        z.object({
          skill_id: z.string(),
          slug: z.string(),
          message,
          must_surface: mustSurface,
          change: z
            .enum(['fails', 'passes', 'outranked'])
            .describe(
              '`outranked`: it passes or fails as before; the candidate would now come first.',
            ),
          place_before: place.describe('Rank as things are; null when nothing matches it.'),
          place,
        }),
      )
      .describe('Tests of other skills that would change.'),
    cut: z
      .enum(['time', 'number'])
      .nullable()
      .describe('Why not all tests ran; null when all did.'),
  })
  .openapi('ArrivalTriggerTests')

export type ImportTriggerTests = z.infer<typeof importTriggerTestsSchema>

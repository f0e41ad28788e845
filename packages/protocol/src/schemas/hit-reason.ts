import { z } from '@hono/zod-openapi'

/** Why a search found a skill: one word of the query, and how much it counts. */
export const hitReasonSchema = z.object({
  term: z
    .string()
    .describe(
      'The stemmed term of the skill: of the word, of one spelt or of one that means alike. Of a synonym, what the organisation wrote.',
    ),
  word: z
    .string()
    .describe(
      'The query word it answers. Empty, like the term, if the text as a whole means alike, and of a quality.',
    ),
  field: z.enum([
    'slug',
    'name',
    'description',
    'tags',
    'when_to_use',
    'body',
    'meaning',
    'synonym',
    'quality',
  ]),
  impact: z.number(),
  quality: z
    .array(z.enum(['reviewed', 'used-with-success', 'valid', 'changed-within-a-year']))
    .optional()
    .describe('Only of a quality: what speaks for the skill besides its words.'),
  embedding: z
    .enum(['used', 'unavailable'])
    .optional()
    .describe(
      'Only of a meaning, where an embedding model is configured: whether its vectors were compared, or words instead, because it was late or has not seen the skills yet.',
    ),
})

export type HitReasonBody = z.infer<typeof hitReasonSchema>

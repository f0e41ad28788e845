import { z } from '@hono/zod-openapi'

export const suggestedQuestionsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(12).default(3),
})

export const suggestedQuestionsSchema = z
  .object({
    items: z.array(
      z.object({
        text: z
          .string()
          .describe('As a person would write it. Untrusted: from a file of the skill.'),
        skill: z.object({
          id: z.string(),
          slug: z.string(),
          name: z.string(),
          content_length: z.number().int().describe('Characters of the budget.'),
          sample: z.boolean().describe('The skill came with the server.'),
        }),
      }),
    ),
  })
  .openapi('SuggestedQuestions')

export type SuggestedQuestions = z.infer<typeof suggestedQuestionsSchema>

import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'

const text = z.string().max(200_000)

/** Texts of other systems for the prompt. */
export const promptContextSchema = z
  .object({
    memory: z.string().describe('Stands in the prompt as `<memory>`.'),
    graph_context: z.string().describe('Stands in the prompt as `<graph_context>`.'),
    max_chars: z.number().int().describe('The maximum characters of each of the two.'),
    updated_by: z.string().nullable().describe('Null while nobody has supplied anything.'),
    updated_at: timestampSchema.nullable(),
  })
  .openapi('PromptContext')

/** Replaces both texts; an absent one is empty. */
export const promptContextUpdateSchema = acceptReadOnly(
  { memory: text.default(''), graph_context: text.default('') },
  promptContextSchema,
).openapi('PromptContextUpdate', acceptsReadOnly)

export type PromptContextBody = z.infer<typeof promptContextSchema>
export type PromptContextUpdate = z.input<typeof promptContextUpdateSchema>

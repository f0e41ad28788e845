import { z } from '@hono/zod-openapi'
import { nonBlank, orNull, timestampSchema } from './common.ts'

const kind = z
  .enum(['openai-compatible', 'anthropic', 'google', 'mistral', 'ollama'])
  .describe('Whose interface it speaks.')
const price = z
  .number()
  .min(0)
  .max(1_000_000)
  .nullable()
  .default(null)
  .describe('Per million tokens, in the currency the provider bills in; null is unknown.')
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullable()
  .describe('Up to and including `/v1`; null for the provider’s own address.')
const key = z
  .string()
  .trim()
  .min(8)
  .max(4_000)
  .regex(/^[\x21-\x7e]+$/)
  .nullable()

const providedModel = z.strictObject({
  name: nonBlank(200).describe('As the provider calls it.'),
  context_tokens: z.number().int().min(1_000).max(100_000_000).nullable().default(null),
  prices: z
    .strictObject({ input: price, cached_input: price, output: price })
    .default({ input: null, cached_input: null, output: null }),
})

export const providerTestSchema = z
  .object({
    at: timestampSchema,
    ok: z.boolean(),
    code: z.string().nullable().describe('Stable; null when it answered.'),
    message: z.string().describe('What came back, in words.'),
    hint: z.string().nullable().describe('What to do about it.'),
  })
  .openapi('ModelProviderTest')

export const modelProviderSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind,
    source: z
      .enum(['organisation', 'environment'])
      .describe('`environment`: set where the server starts, and read-only here.'),
    base_url: z.string().nullable(),
    key: orNull(
      z.object({
        ending: z.string().describe('Its last characters; the key itself is never shown.'),
        set_at: timestampSchema,
      }),
    ),
    models: z.array(
      z.object({
        id: z.string().describe('By which agents and settings name it.'),
        name: z.string(),
        context_tokens: z.number().int().nullable(),
        prices: z.object({
          input: z.number().nullable(),
          cached_input: z.number().nullable(),
          output: z.number().nullable(),
        }),
      }),
    ),
    last_test: orNull(providerTestSchema),
    etag: z.string(),
  })
  .openapi('ModelProvider')

export const modelProviderListSchema = z
  .object({
    items: z.array(modelProviderSchema),
    default_model_id: z.string().describe('The model of turns whose agent names none.'),
    demo: z.boolean().describe('That is the demo model.'),
  })
  .openapi('ModelProviderList')

export const modelProviderCreateSchema = z
  .strictObject({
    name: nonBlank(100),
    kind,
    base_url: baseUrl.default(null),
    key: key.default(null).describe('Encrypted before it is stored, and never shown again.'),
    models: z.array(providedModel).min(1).max(100),
  })
  .openapi('ModelProviderCreate')

/** Absent fields stay unchanged. */
export const modelProviderUpdateSchema = z
  .strictObject({
    name: nonBlank(100).optional(),
    kind: kind.optional(),
    base_url: baseUrl.optional(),
    key: key.optional().describe('Replaces the key; null removes it.'),
    models: z.array(providedModel).min(1).max(100).optional(),
  })
  .openapi('ModelProviderUpdate')

export const modelProviderTestRequestSchema = z
  .strictObject({
    model: nonBlank(200).optional().describe('As the provider calls it; the first by default.'),
  })
  .openapi('ModelProviderTestRequest')

export const foundModelsSchema = z
  .object({
    ollama: z
      .array(z.string())
      .nullable()
      .describe('Models of Ollama on the server’s machine; null when none answers there.'),
  })
  .openapi('FoundModels')

export type ModelProviderBody = z.infer<typeof modelProviderSchema>
export type ModelProviderList = z.infer<typeof modelProviderListSchema>
export type ModelProviderCreate = z.input<typeof modelProviderCreateSchema>
export type ModelProviderUpdate = z.input<typeof modelProviderUpdateSchema>
export type ModelProviderTest = z.infer<typeof providerTestSchema>
export type ModelProviderTestRequest = z.input<typeof modelProviderTestRequestSchema>
export type FoundModels = z.infer<typeof foundModelsSchema>

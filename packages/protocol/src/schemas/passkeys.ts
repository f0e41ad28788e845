import { z } from '@hono/zod-openapi'
import { nonBlank, timestampSchema } from './common.ts'

const encoded = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(length)

/** A passkey of oneself. */
export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
  })
  .openapi('Passkey')

export const passkeyListSchema = z.object({ items: z.array(passkeySchema) }).openapi('PasskeyList')

export const passkeyOptionsSchema = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .describe('For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of browsers.'),
  })
  .openapi('PasskeyOptions')

/** What a browser's `PublicKeyCredential.toJSON` gives; other fields of it are ignored. */
const registrationSchema = z.object({
  ...{ id: encoded(1_400), rawId: encoded(1_400), type: z.literal('public-key') },
  response: z.object({ clientDataJSON: encoded(4_000), attestationObject: encoded(20_000) }),
})

const answerSchema = z.object({
  ...{ id: encoded(1_400), rawId: encoded(1_400), type: z.literal('public-key') },
  response: z.object({
    clientDataJSON: encoded(2_000),
    authenticatorData: encoded(1_000),
    signature: encoded(1_000),
  }),
})

export const passkeyCreateSchema = z
  .object({ name: nonBlank(100), response: registrationSchema })
  .openapi('PasskeyCreate')

export const passkeyLoginSchema = z.object({ response: answerSchema }).openapi('PasskeyLogin')

export type PasskeyBody = z.infer<typeof passkeySchema>
export type PasskeyList = z.infer<typeof passkeyListSchema>
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>
export type PasskeyRegistration = z.output<typeof registrationSchema>
export type PasskeyAnswer = z.output<typeof answerSchema>
export type PasskeyCreate = z.input<typeof passkeyCreateSchema>
export type PasskeyLogin = z.input<typeof passkeyLoginSchema>

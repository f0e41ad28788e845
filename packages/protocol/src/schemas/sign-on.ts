import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'

export const signOnProvidersSchema = z
  .object({
    items: z.array(
      z.object({ id: z.string(), title: z.string().describe('For the button of the login page.') }),
    ),
  })
  .openapi('SignOnProviders')

export const signOnStartQuery = z.object({
  next: z.string().max(1_500).optional().describe('Path of the page to go to; `/` by default.'),
  fresh: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether the provider has to ask for the password, or the like, again.'),
})

/** A person who was removed here and is still at the identity provider. */
const signOnIdentitySchema = z
  .object({
    id: z.string(),
    provider: z.string(),
    label: z.string().describe('E-mail address or name at the first login.'),
    created_at: timestampSchema,
  })
  .openapi('SignOnIdentity')

export const signOnIdentitiesSchema = z
  .object({ items: z.array(signOnIdentitySchema) })
  .openapi('SignOnIdentities')

export type SignOnProviders = z.infer<typeof signOnProvidersSchema>
export type SignOnIdentityBody = z.infer<typeof signOnIdentitySchema>
export type SignOnIdentities = z.infer<typeof signOnIdentitiesSchema>

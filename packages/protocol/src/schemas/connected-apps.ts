import { z } from '@hono/zod-openapi'
import { appScopes } from '@repertoire/core/domain'
import { timestampSchema } from './common.ts'

const scopes = z.array(z.enum(appScopes))
const parameter = z.string().max(1_000)

export const appRequestSchema = z
  .object({
    client_id: parameter,
    response_type: parameter.optional(),
    redirect_uri: parameter.optional(),
    scope: parameter.optional().describe('Default: all.'),
    state: parameter.optional(),
    code_challenge: parameter.optional(),
    code_challenge_method: parameter.optional(),
    resource: parameter.optional(),
  })
  .describe('An OAuth 2.1 authorisation request, as it came in the address.')
  .openapi('AppRequest')

export const appRequestDetailsSchema = z
  .object({
    name: z.string().describe('What the app calls itself. Untrusted text.'),
    host: z
      .string()
      .nullable()
      .describe('The host that describes the app; null where nobody vouches for its name.'),
    redirect_place: z.string().describe('Where the answer goes: a host, this machine, or an app.'),
    scopes: scopes.describe('What it asks for, of what you may give.'),
  })
  .openapi('AppRequestDetails')

export const appAnswerSchema = z
  .discriminatedUnion('approved', [
    z.strictObject({ approved: z.literal(false), request: appRequestSchema }),
    z.strictObject({
      approved: z.literal(true),
      request: appRequestSchema,
      scopes: scopes.min(1).describe('Of those that it asks for.'),
    }),
  ])
  .openapi('AppAnswer')

export const appAnsweredSchema = z
  .object({ redirect_to: z.string().describe('Where the browser takes the answer.') })
  .openapi('AppAnswered')

export const connectedAppSchema = z
  .object({
    id: z.string().describe('Also of the key that carries what it may do.'),
    user_id: z.string(),
    name: z.string().describe('What the app calls itself. Untrusted text.'),
    host: z.string().nullable(),
    redirect_place: z.string(),
    scopes,
    connected_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
    expires_at: timestampSchema.nullable().describe('When it has to ask again.'),
  })
  .openapi('ConnectedApp')

export const connectedAppListSchema = z
  .object({ items: z.array(connectedAppSchema) })
  .openapi('ConnectedAppList')

export type AppRequest = z.infer<typeof appRequestSchema>
export type AppRequestDetails = z.infer<typeof appRequestDetailsSchema>
export type AppAnswer = z.input<typeof appAnswerSchema>
export type AppAnswered = z.infer<typeof appAnsweredSchema>
export type ConnectedAppBody = z.infer<typeof connectedAppSchema>
export type ConnectedAppList = z.infer<typeof connectedAppListSchema>

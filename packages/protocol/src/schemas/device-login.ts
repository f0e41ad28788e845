import { z } from '@hono/zod-openapi'
import { nonBlank, timestampSchema } from './common.ts'
import { permissionSchema } from './organisation.ts'

const scopes = z.array(permissionSchema).min(1)

export const deviceCodeCreateSchema = z
  .strictObject({
    name: nonBlank(100).describe('What asks, for example the name of the machine. Untrusted text.'),
    scopes: scopes.optional().describe('What it asks for; default: whatever the person gives.'),
  })
  .openapi('DeviceCodeCreate')

export const deviceCodeSchema = z
  .object({
    device_code: z.string().describe('A secret of the program that asks.'),
    user_code: z.string().describe('A person types it, or compares it, at `verification_path`.'),
    verification_path: z.string(),
    interval_seconds: z.number().int().describe('How often to ask for the key.'),
    expires_at: timestampSchema,
  })
  .openapi('DeviceCode')

export const deviceTokenRequestSchema = z
  .strictObject({ device_code: z.string().max(200) })
  .openapi('DeviceTokenRequest')

export const deviceTokenSchema = z
  .discriminatedUnion('status', [
    z.object({ status: z.enum(['pending', 'denied', 'expired']) }),
    z.object({
      status: z.literal('granted'),
      key: z.string().describe('An API key; given once.'),
      key_id: z.string(),
      expires_at: timestampSchema.nullable(),
    }),
  ])
  .openapi('DeviceToken')

export const deviceCodeParam = z.object({ code: z.string().max(20) })

export const deviceRequestSchema = z
  .object({
    user_code: z.string(),
    name: z.string().describe('Untrusted text.'),
    address: z.string().describe('Where the request came from.'),
    scopes: z.array(permissionSchema).describe('What you can give it of what it asks for.'),
    requested_at: timestampSchema,
    expires_at: timestampSchema,
  })
  .openapi('DeviceRequest')

export const deviceAnswerSchema = z
  .discriminatedUnion('approved', [
    z.strictObject({ approved: z.literal(false) }),
    z.strictObject({
      approved: z.literal(true),
      scopes: scopes.describe('Permissions of the key; none that you lack.'),
    }),
  ])
  .openapi('DeviceAnswer')

export type DeviceCodeCreate = z.input<typeof deviceCodeCreateSchema>
export type DeviceCodeBody = z.infer<typeof deviceCodeSchema>
export type DeviceTokenBody = z.infer<typeof deviceTokenSchema>
export type DeviceRequestBody = z.infer<typeof deviceRequestSchema>
export type DeviceAnswer = z.input<typeof deviceAnswerSchema>

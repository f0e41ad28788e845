import { z } from '@hono/zod-openapi'
import { nonBlank, timestampSchema } from './common.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'

export const roleSchema = z.enum(['owner', 'admin', 'member'])
export const permissionSchema = z.enum([
  'skills.read',
  'skills.write',
  'conversations.use',
  'agents.write',
  'settings.write',
  'members.write',
  'audit.read',
])

const memberKindSchema = z
  .enum(['person', 'service'])
  .describe('A service account has API keys only and cannot log in; owners and admins manage it.')

export const memberSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: roleSchema,
    kind: memberKindSchema,
    created_at: timestampSchema,
    joined_at: timestampSchema
      .nullable()
      .describe('The first login; null before, and for a service account.'),
  })
  .openapi('Member')

export const memberCreateSchema = z
  .strictObject({
    name: nonBlank(200),
    role: roleSchema.default('member'),
    kind: memberKindSchema.default('person'),
  })
  .openapi('MemberCreate')

/** The token is shown only here. */
export const invitationSchema = z
  .object({
    token: z.string(),
    path: z.string().describe('Path of the page that redeems it, on this server.'),
    expires_at: timestampSchema,
  })
  .openapi('Invitation')

export const memberUpdateSchema = acceptReadOnly({ role: roleSchema }, memberSchema).openapi(
  'MemberUpdate',
  acceptsReadOnly,
)

export const apiKeySchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    name: z.string(),
    public_id: z
      .string()
      .describe(
        'The first part of the key, `rep_…`, which is no secret; empty for a key chosen by an operator.',
      ),
    prefix: z.string().describe('Deprecated: the same as `public_id`.'),
    scopes: z.array(permissionSchema),
    created_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
    expires_at: timestampSchema
      .nullable()
      .describe('When it or a key above it ends, by expiry or by the maximum age of keys.'),
    parent_id: z
      .string()
      .nullable()
      .describe('The key that made it, with which it ends; null when a person made it.'),
    created_by: z
      .string()
      .nullable()
      .describe('Who made it. Their removal ends it, and a lower role of theirs limits it.'),
    login_key_id: z
      .string()
      .nullable()
      .describe(
        'The key of the login in whose session it was made; it does not end with that key.',
      ),
    descendants: z
      .number()
      .int()
      .describe('How many keys it made, also through others. Revoking it revokes them.'),
    made_in_sessions: z
      .number()
      .int()
      .describe(
        'How many more keys were made in sessions that it opened, also through others. They stay, unless they are revoked with it.',
      ),
  })
  .openapi('ApiKey')

export const apiKeyCreateSchema = z
  .strictObject({
    name: nonBlank(200),
    user_id: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Default: yourself. A service account needs members.write; another person is refused.',
      ),
    scopes: z
      .array(permissionSchema)
      .min(1)
      .optional()
      .describe('Default: all permissions of the role.'),
    expires_at: timestampSchema.optional(),
  })
  .openapi('ApiKeyCreate')

export const apiKeyDeleteQuery = z.object({
  made_in_sessions: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'For a stolen key: whether keys made in sessions that it opened are revoked too, and the triggers stopped that were last changed with it.',
    ),
})

/** The key is shown only here. */
export const apiKeyCreatedSchema = apiKeySchema.extend({ key: z.string() }).openapi('ApiKeyCreated')

/** The token is shown only here. */
export const loginLinkSchema = invitationSchema.extend({}).openapi('LoginLink')

export const meSchema = z
  .object({
    organisation: z.object({ id: z.string(), name: z.string() }),
    member: memberSchema,
    permissions: z.array(permissionSchema),
    model: z.object({ label: z.string(), demo: z.boolean() }),
    version: z.string(),
  })
  .openapi('Me')

/** A one-time token from the URL that `npm start` prints, the token of an invitation, or an API key. */
export const loginSchema = z
  .union([
    z.strictObject({ token: z.string().max(200) }),
    z.strictObject({ invitation: z.string().max(200) }),
    z.strictObject({ api_key: z.string().max(200) }),
  ])
  .openapi('Login')

export type MemberBody = z.infer<typeof memberSchema>
export type LoginLinkBody = z.infer<typeof loginLinkSchema>
export type InvitationBody = z.infer<typeof invitationSchema>
export type MemberCreate = z.input<typeof memberCreateSchema>
export type ApiKeyBody = z.infer<typeof apiKeySchema>
export type ApiKeyCreate = z.input<typeof apiKeyCreateSchema>
export type ApiKeyCreated = z.infer<typeof apiKeyCreatedSchema>
export type Me = z.infer<typeof meSchema>
export type Login = z.input<typeof loginSchema>

import { z } from '@hono/zod-openapi'
import { toolTierSchema } from './approvals.ts'
import { cursorQuery, nonBlank, orNull, pageOf, timestampSchema } from './common.ts'

const argumentConstraint = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('equals'), value: z.unknown() })
    .openapi({ required: ['kind', 'value'] }),
  z.strictObject({ kind: z.literal('one-of'), values: z.array(z.unknown()).min(1).max(500) }),
  z.strictObject({ kind: z.literal('between'), min: z.number(), max: z.number() }),
  z.strictObject({
    kind: z.literal('host'),
    hosts: z
      .array(nonBlank(260))
      .min(1)
      .max(100)
      .describe('A web address at one of these hosts: `docs.example.org`, `*.example.org`.'),
  }),
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('any') }),
])

const constraints = z
  .record(z.string().max(200), argumentConstraint)
  .describe('By argument; arguments without a constraint must be absent.')

export const toolGrantSchema = z
  .object({
    id: z.string(),
    tool: z.string(),
    identity: z.string().describe('Identity of the tool when the grant was made.'),
    constraints,
    max_uses: z.number().int(),
    uses: z.number().int(),
    expires_at: timestampSchema,
    agent_id: z.string().nullable().describe('Null: any agent.'),
    user_id: z.string().describe('The person on whose behalf the turn runs.'),
    created_by: z.string(),
    created_at: timestampSchema,
    revoked_at: timestampSchema.nullable(),
    revoked_by: z.string().nullable(),
    lapsed: z
      .boolean()
      .describe('True when its creator is no longer an owner or admin; the grant is then invalid.'),
  })
  .openapi('ToolGrant')

export const toolGrantPageSchema = pageOf(toolGrantSchema).openapi('ToolGrantPage')

export const toolGrantCreateSchema = z
  .strictObject({
    tool: z.string().min(1).max(300),
    constraints: constraints.default({}),
    max_uses: z.number().int().min(1).max(10_000),
    expires_at: timestampSchema,
    agent_id: z.string().max(100).nullable().default(null),
    user_id: z.string().max(100).optional().describe('Default: yourself.'),
  })
  .openapi('ToolGrantCreate')

export const toolGrantListQuery = z.object(cursorQuery)

export const toolStandingSchema = z
  .object({
    name: z.string(),
    description: z.string().describe('Untrusted text for tools of connectors.'),
    source: z.enum(['built-in', 'connector', 'agent']),
    tier: orNull(toolTierSchema).describe(
      'The effective tier; null: the tool has its own approval rules.',
    ),
    own_tier: orNull(toolTierSchema).describe('The default tier, without the setting.'),
    from: z.enum(['organisation', 'connector', 'tool']),
  })
  .openapi('ToolStanding')

export const toolStandingListSchema = z
  .object({
    items: z.array(toolStandingSchema),
    unavailable: z.array(z.string()).describe('Connectors whose tools could not be listed.'),
  })
  .openapi('ToolStandingList')

export type ToolGrantBody = z.infer<typeof toolGrantSchema>
export type ToolGrantPage = z.infer<typeof toolGrantPageSchema>
export type ToolGrantCreate = z.input<typeof toolGrantCreateSchema>
export type ToolStandingBody = z.infer<typeof toolStandingSchema>
export type ToolStandingList = z.infer<typeof toolStandingListSchema>
export type ToolTier = z.infer<typeof toolTierSchema>

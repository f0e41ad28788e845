import { z } from '@hono/zod-openapi'
import { toolTierSchema } from './approvals.ts'
import { cursorQuery, pageOf, timestampSchema } from './common.ts'

const argumentConstraint = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('equals'), value: z.unknown() }),
  z.strictObject({ kind: z.literal('one-of'), values: z.array(z.unknown()).min(1).max(500) }),
  z.strictObject({ kind: z.literal('between'), min: z.number(), max: z.number() }),
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('any') }),
])

const constraints = z
  .record(z.string().max(200), argumentConstraint)
  .describe('By argument; an argument that is not named must be absent.')

export const toolGrantSchema = z
  .object({
    id: z.string(),
    tool: z.string(),
    identity: z.string().describe('What the tool was when the grant was made.'),
    constraints,
    max_uses: z.number().int(),
    uses: z.number().int(),
    expires_at: timestampSchema,
    agent_id: z.string().nullable().describe('Null: whatever agent speaks.'),
    user_id: z.string().describe('On whose behalf the turn works.'),
    created_by: z.string(),
    created_at: timestampSchema,
    revoked_at: timestampSchema.nullable(),
    revoked_by: z.string().nullable(),
    lapsed: z
      .boolean()
      .describe('Whoever made it is no longer an owner or admin, so it does not count.'),
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
    description: z.string().describe('Of a connector’s tool untrusted text.'),
    source: z.enum(['built-in', 'connector', 'agent']),
    tier: toolTierSchema.nullable().describe('What holds; null: it asks by its own rules.'),
    own_tier: toolTierSchema.nullable().describe('What would hold without the setting.'),
    from: z.enum(['organisation', 'connector', 'tool']),
  })
  .openapi('ToolStanding')

export const toolStandingListSchema = z
  .object({
    items: z.array(toolStandingSchema),
    unavailable: z.array(z.string()).describe('Connectors whose tools could not be looked at.'),
  })
  .openapi('ToolStandingList')

export type ToolGrantBody = z.infer<typeof toolGrantSchema>
export type ToolGrantPage = z.infer<typeof toolGrantPageSchema>
export type ToolGrantCreate = z.input<typeof toolGrantCreateSchema>
export type ToolStandingBody = z.infer<typeof toolStandingSchema>
export type ToolStandingList = z.infer<typeof toolStandingListSchema>
export type ToolTier = z.infer<typeof toolTierSchema>

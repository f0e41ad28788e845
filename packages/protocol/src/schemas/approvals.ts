import { z } from '@hono/zod-openapi'
import { cursorQuery, pageOf, timestampSchema } from './common.ts'
import { memoryChangeRequestSchema } from './memories.ts'
import { sourceTypeSchema } from './skills.ts'

export const approvalStatusSchema = z.enum([
  'pending',
  'approved',
  'denied',
  'expired',
  'cancelled',
])

const approvalFields = {
  id: z.string(),
  status: approvalStatusSchema,
  conversation_id: z.string(),
  run_id: z.string(),
  tool_call_id: z.string(),
  trace_id: z.string(),
  reason: z.string().describe('The agent’s own words. Untrusted text.'),
  requested_by: z.string(),
  requested_at: timestampSchema,
  expires_at: timestampSchema,
  answered_by: z.string().nullable(),
  answered_at: timestampSchema.nullable(),
  note: z.string().describe('What the person wrote; of an approved clarification, the answer.'),
}

/** A question in the agent's own words. */
export const clarificationSchema = z.object({
  text: z.string().describe('The agent’s own words. Untrusted text.'),
  options: z
    .array(z.string())
    .describe('Answers to choose from; any other may be given. Untrusted text.'),
})

/** A connector an agent asks to use. */
export const connectorRequestSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  endpoint: z.string().describe('Where calls go.'),
  digest: z.string().describe('What the answer is for; a connector changed since makes it stale.'),
})

const codeBefore = z.object({ version: z.number().int(), code: z.string() }).nullable()

/** Code that an agent wrote and asks to run. All texts are untrusted. */
export const toolRequestSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()).describe('JSON schema of its input.'),
  version: z.number().int(),
  code: z.string(),
  libraries: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        version: z.number().int(),
        digest: z.string(),
        code: z.string(),
        before: codeBefore.describe('Null when it was no part of what was approved before.'),
      }),
    )
    .describe('All libraries it reaches, by name.'),
  digest: z
    .string()
    .describe('What the answer is for: a change of the tool or of a library makes it stale.'),
  before: codeBefore.describe('The version of the newest approval there is.'),
})

export const toolTierSchema = z.enum(['READ_ONLY', 'CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY'])

/** A tool an agent asks to call, with exactly these arguments. Untrusted. */
export const callRequestSchema = z.object({
  tool: z.string().describe('`mcp__connector__tool` for a tool of a connector.'),
  tier: toolTierSchema.describe('CONFIRM_ONCE: a yes holds for the rest of the conversation.'),
  arguments: z.unknown(),
  arguments_digest: z.string().describe('What the answer is for.'),
  identity: z.string().describe('What the tool is; another one makes the answer stale.'),
  skill: z.string().nullable().describe('The skill whose text the model was given last.'),
})

/** A change of the library that an agent asks to make. All texts are untrusted. */
export const skillChangeRequestSchema = z.object({
  action: z.enum(['create', 'update', 'delete', 'enable', 'disable']),
  slug: z.string(),
  name: z.string().describe('As the skill would be called afterwards.'),
  scope: z.enum(['org', 'user']),
  skill_id: z.string().nullable().describe('Null for a new skill.'),
  version: z.number().int().nullable().describe('Number of the revision it is at now.'),
  base_digest: z
    .string()
    .nullable()
    .describe('The revision the change was decided on; another one makes the answer stale.'),
  before: z
    .string()
    .nullable()
    .describe('SKILL.md as it is now; of an answered one null in lists.'),
  digest: z
    .string()
    .nullable()
    .describe('The revision it would become; null where the text stays.'),
  source: z
    .string()
    .nullable()
    .describe(
      'SKILL.md as it would be; null where the text stays, and of an answered one in lists.',
    ),
})

export const approvalSchema = z
  .discriminatedUnion('type', [
    z
      .object({
        ...approvalFields,
        type: z.literal('skill_enablement'),
        skill: z.object({
          id: z.string(),
          slug: z.string(),
          name: z.string(),
          description: z.string(),
          content_length: z.number().int(),
          source_type: sourceTypeSchema,
          digest: z
            .string()
            .describe('The revision the answer is for; another one makes it stale.'),
        }),
      })
      .openapi('SkillApproval'),
    z
      .object({
        ...approvalFields,
        type: z.literal('clarification'),
        question: clarificationSchema,
      })
      .openapi('ClarificationApproval'),
    z
      .object({
        ...approvalFields,
        type: z.literal('connector_access'),
        connector: connectorRequestSchema,
      })
      .openapi('ConnectorApproval'),
    z
      .object({
        ...approvalFields,
        type: z.literal('observation_change'),
        observation: memoryChangeRequestSchema,
      })
      .openapi('ObservationApproval'),
    z
      .object({
        ...approvalFields,
        type: z.literal('authored_tool'),
        tool: toolRequestSchema,
      })
      .openapi('AuthoredToolApproval'),
    z
      .object({
        ...approvalFields,
        type: z.literal('skill_change'),
        change: skillChangeRequestSchema,
      })
      .openapi('SkillChangeApproval'),
    z
      .object({
        ...approvalFields,
        type: z.literal('tool_call'),
        call: callRequestSchema,
      })
      .openapi('ToolCallApproval'),
  ])
  .openapi('Approval')

export const approvalPageSchema = pageOf(approvalSchema).openapi('ApprovalPage')

export const approvalListQuery = z.object({
  status: approvalStatusSchema.optional(),
  conversation_id: z.string().max(100).optional(),
  ...cursorQuery,
})

export const approvalAnswerSchema = z
  .strictObject({
    approved: z.boolean(),
    note: z
      .string()
      .trim()
      .max(2000)
      .default('')
      .describe('For the agent to read. A clarification approved needs one: it is the answer.'),
  })
  .openapi('ApprovalAnswer')

export type ApprovalBody = z.infer<typeof approvalSchema>
export type ApprovalPage = z.infer<typeof approvalPageSchema>
export type ApprovalAnswer = z.input<typeof approvalAnswerSchema>

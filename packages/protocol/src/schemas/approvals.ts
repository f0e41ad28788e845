import { z } from '@hono/zod-openapi'
import { cursorQuery, pageOf, timestampSchema } from './common.ts'
import { scanFindingSchema } from './findings.ts'
import { memoryChangeRequestSchema } from './memories.ts'
import { fetchedSkillSchema } from './skill-registry.ts'
import { skillOriginSchema, sourceTypeSchema } from './skills.ts'

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
  reason: z.string().describe('Written by the agent. Untrusted text.'),
  requested_by: z.string(),
  requested_at: timestampSchema,
  expires_at: timestampSchema,
  answered_by: z.string().nullable(),
  answered_at: timestampSchema.nullable(),
  note: z.string().describe('Note of the person; the answer of an approved clarification.'),
}

/** A clarification request, in the words of the agent. */
export const clarificationSchema = z.object({
  text: z.string().describe('Written by the agent. Untrusted text.'),
  options: z
    .array(z.string())
    .describe('Suggested answers; any other answer is possible. Untrusted text.'),
})

/** A connector that an agent requests access to. */
export const connectorRequestSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  endpoint: z.string().describe('Target of the calls.'),
  digest: z
    .string()
    .describe('The approval is bound to this digest; a changed connector makes it stale.'),
})

const codeBefore = z.object({ version: z.number().int(), code: z.string() }).nullable()

/** Code written by an agent that requests to run it. All texts are untrusted. */
export const toolRequestSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()).describe('JSON Schema of the input.'),
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
        before: codeBefore.describe('Null when it was not part of the last approved code.'),
      }),
    )
    .describe('All libraries it depends on, transitively, by name.'),
  digest: z
    .string()
    .describe(
      'The approval is bound to this digest; a change of the tool or of a library makes it stale.',
    ),
  before: codeBefore.describe('The last approved version.'),
})

export const toolTierSchema = z.enum(['READ_ONLY', 'CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY'])

/** A tool call that an agent requests, with exactly these arguments. Untrusted. */
export const callRequestSchema = z.object({
  tool: z.string().describe('`mcp__connector__tool` for a tool of a connector.'),
  tier: toolTierSchema.describe(
    'CONFIRM_ONCE: an approval is valid for the rest of the conversation.',
  ),
  arguments: z.unknown(),
  arguments_digest: z.string().describe('The approval is bound to this digest.'),
  identity: z
    .string()
    .describe('Identity of the tool; a different identity makes the approval stale.'),
  skill: z.string().nullable().describe('The skill whose text the model received last.'),
  sends_to: z
    .string()
    .optional()
    .describe(
      'Where it would send the arguments. Present when the approval is needed because the conversation contains untrusted input.',
    ),
})

/** A change of the library that an agent requests. All texts are untrusted. */
export const skillChangeRequestSchema = z.object({
  action: z.enum(['create', 'update', 'delete', 'enable', 'disable']),
  slug: z.string(),
  name: z.string().describe('Name of the skill after the change.'),
  scope: z.enum(['org', 'user']),
  skill_id: z.string().nullable().describe('Null for a new skill.'),
  version: z.number().int().nullable().describe('Number of the current revision.'),
  base_digest: z
    .string()
    .nullable()
    .describe(
      'The revision the change is based on; a different revision makes the approval stale.',
    ),
  before: z.string().nullable().describe('The current SKILL.md; null in lists once answered.'),
  digest: z
    .string()
    .nullable()
    .describe('Digest of the resulting revision; null when the text does not change.'),
  source: z
    .string()
    .nullable()
    .describe(
      'The resulting SKILL.md; null when the text does not change, and in lists once answered.',
    ),
  origin: skillOriginSchema
    .optional()
    .describe('Where the current skill came from; absent for a new skill.'),
  found: z
    .array(scanFindingSchema)
    .optional()
    .describe('What the scan found in the resulting text. An approval is a yes to it.'),
})

export const installationRequestSchema = z
  .object({
    skill: z.string().describe('The skill whose scripts need the packages.'),
    lists: z
      .array(
        z.object({
          kind: z.enum(['python', 'node']),
          digest: z.string().describe('The approval is bound to it; other packages ask again.'),
          packages: z.array(z.string()).describe('name==version, dependencies included.'),
        }),
      )
      .describe('The exact packages, as resolved from the package index.'),
  })
  .openapi('InstallationRequest')

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
          origin: skillOriginSchema.optional(),
          digest: z
            .string()
            .describe(
              'The approval is bound to this revision; a different revision makes it stale.',
            ),
          fetched: fetchedSkillSchema.optional(),
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
    z
      .object({
        ...approvalFields,
        type: z.literal('package_installation'),
        installation: installationRequestSchema,
      })
      .openapi('InstallationApproval'),
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
      .describe('Shown to the agent. Required for an approved clarification, as the answer.'),
  })
  .openapi('ApprovalAnswer')

export type ApprovalBody = z.infer<typeof approvalSchema>
export type ApprovalPage = z.infer<typeof approvalPageSchema>
export type ApprovalAnswer = z.input<typeof approvalAnswerSchema>

import { z } from '@hono/zod-openapi'
import { cursorQuery, pageOf, timestampSchema } from './common.ts'
import { sourceTypeSchema } from './skills.ts'

export const approvalStatusSchema = z.enum([
  'pending',
  'approved',
  'denied',
  'expired',
  'cancelled',
])

export const approvalSchema = z
  .object({
    id: z.string(),
    type: z.literal('skill_enablement'),
    status: approvalStatusSchema,
    conversation_id: z.string(),
    run_id: z.string(),
    tool_call_id: z.string(),
    trace_id: z.string(),
    skill: z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      description: z.string(),
      content_length: z.number().int(),
      source_type: sourceTypeSchema,
      digest: z.string().describe('The revision the answer is for; another one makes it stale.'),
    }),
    reason: z.string().describe('The agent’s own words. Untrusted text.'),
    requested_by: z.string(),
    requested_at: timestampSchema,
    expires_at: timestampSchema,
    answered_by: z.string().nullable(),
    answered_at: timestampSchema.nullable(),
    note: z.string(),
  })
  .openapi('Approval')

export const approvalPageSchema = pageOf(approvalSchema).openapi('ApprovalPage')

export const approvalListQuery = z.object({
  status: approvalStatusSchema.optional(),
  conversation_id: z.string().max(100).optional(),
  ...cursorQuery,
})

export const approvalAnswerSchema = z
  .strictObject({ approved: z.boolean(), note: z.string().trim().max(1000).default('') })
  .openapi('ApprovalAnswer')

export type ApprovalBody = z.infer<typeof approvalSchema>
export type ApprovalPage = z.infer<typeof approvalPageSchema>
export type ApprovalAnswer = z.input<typeof approvalAnswerSchema>

import { z } from '@hono/zod-openapi'
import { approvalSchema } from './approvals.ts'
import { pageOf, timestampSchema } from './common.ts'
import { sourceTypeSchema } from './skills.ts'

/** A6, field for field: what the pill shows. */
export const skillsStateSchema = z
  .object({
    enabled_skills: z.array(
      z.object({
        name: z.string(),
        slug: z.string(),
        content_length: z.number().int(),
        source_type: sourceTypeSchema,
      }),
    ),
    budget_used_chars: z.number().int(),
    budget_max_chars: z.number().int(),
  })
  .openapi('SkillsState')

export const runSchema = z
  .object({
    id: z.string(),
    status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
    trace_id: z.string(),
    problem: z
      .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
      .nullable(),
    started_at: timestampSchema,
    finished_at: timestampSchema.nullable(),
  })
  .openapi('Run')

export const conversationSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    last_event_id: z.number().int(),
    skills: skillsStateSchema,
    open_run: runSchema.nullable().describe('The run that is not finished, if there is one.'),
  })
  .openapi('Conversation')

export const conversationSummarySchema = conversationSchema
  .omit({ skills: true, open_run: true })
  .openapi('ConversationSummary')

export const conversationPageSchema = pageOf(conversationSummarySchema).openapi('ConversationPage')

export const conversationCreateSchema = z
  .strictObject({ title: z.string().trim().max(200).default('') })
  .openapi('ConversationCreate')

export const conversationRenameSchema = z
  .strictObject({ title: z.string().trim().min(1).max(200) })
  .openapi('ConversationRename')

export const messageCreateSchema = z
  .strictObject({ text: z.string().trim().min(1).max(200_000) })
  .openapi('MessageCreate')

/** Where a turn stands once it has finished, or waits for a person. */
export const turnSchema = z
  .object({
    message_id: z.string(),
    run: runSchema,
    reply: z
      .string()
      .nullable()
      .describe('The agent’s last words; null while the run waits or failed.'),
    approvals: z.array(approvalSchema).describe('Pending questions of this run.'),
    skills: skillsStateSchema,
  })
  .openapi('Turn')

const problemBrief = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

export const toolCallSchema = z.object({ id: z.string(), name: z.string(), input: z.unknown() })

export const toolOutcomeSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), output: z.unknown() }),
  z.object({ status: z.literal('refused'), problem: problemBrief }),
  z.object({ status: z.literal('interrupted'), problem: problemBrief }),
])

const context = { run_id: z.string().nullable(), trace_id: z.string(), at: timestampSchema }

/**
 * Events of a conversation, by SSE event name. `approval_required` and `skills_state_changed` carry
 * exactly the fields of document A (A6); the others also say run, trace and time.
 */
export const eventDataSchemas = {
  message_received: z.object({
    ...context,
    message_id: z.string(),
    text: z.string(),
    user_id: z.string(),
  }),
  run_started: z.object({ ...context, toolsets: z.array(z.string()) }),
  run_resumed: z.object({ ...context, cause: z.enum(['crash', 'approval']) }),
  step_started: z.object({
    ...context,
    step: z.number().int(),
    model: z.object({ label: z.string(), demo: z.boolean() }),
    prompt_digest: z.string(),
    retry_of: problemBrief.optional().describe('Why this model call is made again.'),
  }),
  /** Not in the log: `offset` says where in the step's text it goes; a gap is healed by step_completed. */
  text_delta: z.object({
    run_id: z.string(),
    step: z.number().int(),
    offset: z.number().int(),
    text: z.string(),
  }),
  step_completed: z.object({
    ...context,
    step: z.number().int(),
    text: z.string(),
    tool_calls: z.array(toolCallSchema),
    usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
  }),
  tool_started: z.object({ ...context, call: toolCallSchema }),
  tool_completed: z.object({
    ...context,
    call_id: z.string(),
    name: z.string(),
    outcome: toolOutcomeSchema,
  }),
  approval_required: z.object({
    type: z.literal('skill_enablement'),
    skill: z.object({
      approval_id: z.string().describe('For POST /api/v1/approvals/{id}.'),
      tool_call_id: z.string(),
      slug: z.string(),
      name: z.string(),
      description: z.string(),
      content_length: z.number().int(),
      source_type: sourceTypeSchema,
      digest: z.string(),
      reason: z.string(),
      expires_at: timestampSchema,
    }),
  }),
  approval_resolved: z.object({
    ...context,
    approval_id: z.string(),
    call_id: z.string(),
    decision: z.enum(['approved', 'denied', 'expired', 'cancelled']),
    answered_by: z.string().nullable(),
    note: z.string(),
  }),
  skills_state_changed: skillsStateSchema,
  run_completed: z.object({ ...context, text: z.string() }),
  run_failed: z.object({ ...context, problem: problemBrief }),
  run_cancelled: z.object({ ...context, by: z.string() }),
} as const

export type EventName = keyof typeof eventDataSchemas
/** One event as clients see it; `id` is its place in the log (for a text_delta: of the event before it). */
export type WireEvent = {
  [Name in EventName]: { id: number; event: Name; data: z.infer<(typeof eventDataSchemas)[Name]> }
}[EventName]

const wireEventSchemas = (Object.keys(eventDataSchemas) as EventName[]).map((event) =>
  z.object({ id: z.number().int(), event: z.literal(event), data: eventDataSchemas[event] }),
)

export const eventPageSchema = z
  .object({
    events: z.array(z.union(wireEventSchemas)),
    next_after: z
      .number()
      .int()
      .nullable()
      .describe('Give it as ?after= for more; null at the end.'),
  })
  .openapi('EventPage')

export const promptSchema = z
  .object({ digest: z.string(), system: z.array(z.string()) })
  .openapi('RecordedPrompt')

export type SkillsStateBody = z.infer<typeof skillsStateSchema>
export type RunBody = z.infer<typeof runSchema>
export type ConversationBody = z.infer<typeof conversationSchema>
export type ConversationSummary = z.infer<typeof conversationSummarySchema>
export type ConversationPage = z.infer<typeof conversationPageSchema>
export type Turn = z.infer<typeof turnSchema>
export type EventPage = { events: WireEvent[]; next_after: number | null }
export type RecordedPrompt = z.infer<typeof promptSchema>
export type ToolCallBody = z.infer<typeof toolCallSchema>
export type ToolOutcomeBody = z.infer<typeof toolOutcomeSchema>

import { z } from '@hono/zod-openapi'
import type { UntrustedContent } from '@repertoire/core/domain'
import {
  callRequestSchema,
  clarificationSchema,
  connectorRequestSchema,
  installationRequestSchema,
  skillChangeRequestSchema,
  toolRequestSchema,
} from './approvals.ts'
import { timestampSchema } from './common.ts'
import { answerRatingSchema, skillsStateSchema, withdrawalReasonSchema } from './conversations.ts'
import { memoryChangeRequestSchema } from './memories.ts'
import { fetchedSkillSchema, registryPlaceSchema } from './skill-registry.ts'
import { skillOriginSchema, sourceTypeSchema } from './skills.ts'

const untrustedContents = [
  ...(['web-page', 'connector', 'registry', 'skill-text', 'file', 'program-output'] as const),
  ...(['supplied-context', 'program-message', 'undeclared'] as const),
] as const satisfies readonly UntrustedContent[]

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

const fork = z
  .string()
  .optional()
  .describe('Tool call of the sub-agent; absent for the main agent.')

const context = { run_id: z.string().nullable(), trace_id: z.string(), at: timestampSchema, fork }

/** Fields of every approval request, besides its subject. */
const approvalRequestFields = {
  approval_id: z.string().describe('For POST /api/v1/approvals/{id}.'),
  tool_call_id: z.string(),
  reason: z.string(),
  expires_at: timestampSchema,
}

const usedSkill = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  digest: z.string(),
})

const bodies = {
  skills: z.array(usedSkill),
  budget_chars: z.number().int(),
  used_chars: z.number().int().describe('Characters of the bodies in the prompt.'),
}

const allowedTools = z
  .array(z.string())
  .describe('As listed by the skill; empty for no restriction.')

const allows = z
  .array(z.string())
  .nullable()
  .describe(
    'Names of the tools that list resolves to, besides the skill tools; null for no restriction.',
  )

const modelCallUsage = {
  usage: z
    .object({
      input_tokens: z.number().int().nullable().describe('All of the request, cached ones too.'),
      output_tokens: z.number().int().nullable(),
      cached_tokens: z
        .number()
        .int()
        .nullable()
        .describe('Of the input, those read from the provider’s cache.'),
    })
    .describe('As the provider counted; null is unknown, never none.'),
  duration_ms: z
    .number()
    .int()
    .nullable()
    .describe('From the request to the whole answer; null in old logs.'),
  cost: z
    .number()
    .nullable()
    .describe(
      'By the model’s prices at that time, in the currency the provider bills in; null when prices or tokens are unknown.',
    ),
}
const modelCallUsageSchema = z.object(modelCallUsage)

/**
 * Events of a conversation, by SSE event name. `approval_required` about a skill and `skills_state_changed`
 * carry exactly the fields of document A; the others also have run, trace and time.
 */
export const eventDataSchemas = {
  message_received: z.object({
    ...context,
    message_id: z.string(),
    text: z.string(),
    user_id: z.string(),
  }),
  run_started: z.object({
    ...context,
    toolsets: z.array(z.string()),
    agent: z
      .object({ id: z.string(), name: z.string(), version: z.number().int() })
      .optional()
      .describe('State of the agent at the start of the run.'),
    client: z
      .string()
      .optional()
      .describe('The program whose own agent made the one call of this run, by its own name.'),
    signal: z
      .object({
        source: z.enum(['cron', 'webhook']),
        id: z.string(),
        name: z.string().optional().describe('The trigger’s name when it fired.'),
        asset: z.object({ symbol: z.string(), asset_class: z.string() }).nullable(),
        severity: z.enum(['info', 'warn', 'critical']),
        preload_skills: z.array(z.string()),
        suggested_stages: z.array(z.string()),
        ignored_stages: z
          .array(z.string())
          .optional()
          .describe('Stages of the delivery that the trigger does not list; without effect.'),
        operator_authored: z.boolean().describe('Turns may run scripts.'),
        reference: z.string().optional().describe('The sender’s own reference.'),
      })
      .optional()
      .describe('The trigger that started the run; absent when a person started it.'),
  }),
  run_resumed: z.object({ ...context, cause: z.enum(['crash', 'approval']) }),
  step_started: z.object({
    ...context,
    step: z.number().int(),
    model: z.object({ label: z.string(), demo: z.boolean() }),
    prompt_digest: z.string(),
    skills: z
      .array(usedSkill)
      .optional()
      .describe('Revisions whose texts the request has, in the prompt or in results of calls.'),
    retry_of: problemBrief.optional().describe('Why this model call is a retry.'),
  }),
  /** Not in the log: `offset` is the position in the text of the step; step_completed closes any gap. */
  text_delta: z.object({
    run_id: z.string(),
    step: z.number().int(),
    offset: z.number().int(),
    text: z.string(),
    fork,
  }),
  /** The answer broke off, stopped by a person or by a failure; `text` is what had arrived. */
  step_interrupted: z.object({ ...context, step: z.number().int(), text: z.string() }),
  step_completed: z.object({
    ...context,
    step: z.number().int(),
    text: z.string(),
    tool_calls: z.array(toolCallSchema),
    ...modelCallUsage,
  }),
  /** The model context omits the results of these calls from now on. */
  context_trimmed: z.object({
    ...context,
    call_ids: z.array(z.string()),
    tokens_before: z.number().int().describe('Estimated.'),
  }),
  summary_started: z.object({
    ...context,
    through_id: z.number().int(),
    tokens_before: z.number().int().describe('Estimated.'),
  }),
  /** A summary replaces every event up to `through_id`, except skill texts. */
  context_summarised: z.object({
    ...context,
    through_id: z.number().int(),
    text: z.string(),
    ...modelCallUsage,
  }),
  tool_started: z.object({
    ...context,
    call: toolCallSchema,
    execution_id: z.string().optional().describe('Of the execution it starts if it is allowed.'),
    preapproved_by: usedSkill
      .optional()
      .describe('The skill whose list spared the person a question.'),
  }),
  tool_completed: z.object({
    ...context,
    call_id: z.string(),
    name: z.string(),
    outcome: toolOutcomeSchema,
    untrusted: z
      .array(z.enum(untrustedContents))
      .optional()
      .describe(
        'What the outcome may contain that no person of the organisation wrote; absent where that was not recorded yet.',
      ),
  }),
  approval_required: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('skill_enablement'),
      skill: z.object({
        ...approvalRequestFields,
        slug: z.string(),
        name: z.string(),
        description: z.string(),
        content_length: z.number().int(),
        source_type: sourceTypeSchema,
        origin: skillOriginSchema.optional(),
        digest: z.string(),
        fetched: fetchedSkillSchema.optional(),
      }),
    }),
    z.object({
      ...context,
      type: z.literal('clarification'),
      question: clarificationSchema.extend(approvalRequestFields),
    }),
    z.object({
      ...context,
      type: z.literal('connector_access'),
      connector: connectorRequestSchema.extend(approvalRequestFields),
    }),
    z.object({
      ...context,
      type: z.literal('authored_tool'),
      tool: toolRequestSchema.extend(approvalRequestFields),
    }),
    z.object({
      ...context,
      type: z.literal('skill_change'),
      change: skillChangeRequestSchema.extend(approvalRequestFields),
    }),
    z.object({
      ...context,
      type: z.literal('observation_change'),
      observation: memoryChangeRequestSchema.extend(approvalRequestFields),
    }),
    z.object({
      ...context,
      type: z.literal('tool_call'),
      call: callRequestSchema.extend(approvalRequestFields),
    }),
    z.object({
      ...context,
      type: z.literal('package_installation'),
      installation: installationRequestSchema.extend(approvalRequestFields),
    }),
  ]),
  approval_resolved: z.object({
    ...context,
    approval_id: z.string(),
    call_id: z.string(),
    decision: z.enum(['approved', 'denied', 'expired', 'cancelled']),
    answered_by: z.string().nullable(),
    note: z.string(),
  }),
  skills_state_changed: skillsStateSchema.extend({
    restrictions: z
      .array(z.object({ skill: usedSkill, allowed_tools: allowedTools, allows }))
      .optional()
      .describe('The lists of allowed tools of the active skills; absent when none has one.'),
    left_over_budget: z
      .array(usedSkill)
      .optional()
      .describe('Skills that left because the budget was lowered below what was active.'),
    withdrawn: z
      .array(usedSkill.extend({ reason: withdrawalReasonSchema }))
      .optional()
      .describe('Skills that left because they are no longer available.'),
  }),
  /** The model received the text of a skill; its list of allowed tools applies until the end of the turn. */
  skill_used: z.object({
    ...context,
    skill: usedSkill,
    allowed_tools: allowedTools.optional().describe('Absent: the allowed tools stay unchanged.'),
    allows: allows.optional(),
    adds_restriction: z
      .literal(true)
      .optional()
      .describe('The list applies beside earlier ones; absent: it replaces them.'),
  }),
  /** A skill of a registry joined this conversation alone. */
  registry_skill_fetched: z.object({
    ...context,
    call_id: z.string(),
    skill: usedSkill,
    from: registryPlaceSchema,
    content_length: z.number().int(),
  }),
  /** Code of the agent read the texts of these skills. */
  skills_read: z.object({ ...context, call_id: z.string(), skills: z.array(usedSkill) }),
  /** A sub-agent starts to handle the call; tool_completed of the call ends it. */
  fork_started: z.object({
    ...context,
    call_id: z.string(),
    skill: usedSkill,
    allowed_tools: allowedTools,
    allows,
    task: z.string(),
  }),
  /** The complete to-do list of the agent. */
  todo_changed: z.object({
    ...context,
    items: z.array(z.object({ text: z.string(), status: z.enum(['open', 'in-progress', 'done']) })),
  }),
  /** A person granted this conversation access to a connector. */
  connector_granted: z.object({ ...context, connector: z.string(), digest: z.string() }),
  /** A person confirmed a tool for the rest of this conversation, bound to its identity. */
  tool_confirmed: z.object({
    ...context,
    call_id: z.string(),
    tool: z.string(),
    identity: z.string(),
  }),
  /** A stored grant allowed this call. */
  grant_used: z.object({
    ...context,
    call_id: z.string(),
    tool: z.string(),
    grant_id: z.string(),
  }),
  /** The catalogue of the run: routed at the first step, the same at every step. */
  skills_routed: z.object({
    ...context,
    entries: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        digest: z.string(),
        score: z.number(),
        search_score: z.number(),
        reasons: z.array(z.string()),
        slot: z.enum(['signal', 'search', 'fallback']),
      }),
    ),
    fits: z.boolean(),
    eligible: z.number().int(),
    suppressed: z.array(z.object({ slug: z.string(), by: z.string() })),
    stages: z.array(z.string()),
    asset_classes: z.array(z.string()),
  }),
  /** Skills named by the trigger that were loaded before the first model call. */
  skills_preloaded: z.object({
    ...context,
    skills: z.array(usedSkill),
    refused: z.array(z.object({ slug: z.string(), problem: problemBrief })),
  }),
  /** Bodies that were shed from the prompt to fit the budget. */
  skill_bodies_shed: z.object({ ...context, ...bodies }),
  skill_bodies_restored: z.object({ ...context, ...bodies }),
  run_completed: z.object({ ...context, text: z.string() }),
  run_failed: z.object({ ...context, problem: problemBrief }),
  run_cancelled: z.object({ ...context, by: z.string() }),
  /** The thumb of the person about the run; the last one counts. */
  answer_rated: z.object({ ...context, rating: answerRatingSchema, by: z.string() }),
} as const

export type EventName = keyof typeof eventDataSchemas
/** One event as clients see it; `id` is its position in the log (for a text_delta: of the previous event). */
export type WireEvent = {
  [Name in EventName]: { id: number; event: Name; data: z.infer<(typeof eventDataSchemas)[Name]> }
}[EventName]

const wireEventSchemas = (Object.keys(eventDataSchemas) as EventName[]).map((event) =>
  z.object({ id: z.number().int(), event: z.literal(event), data: eventDataSchemas[event] }),
)

export const wireEventSchema = z.union(wireEventSchemas).openapi('ConversationEvent')

export const eventPageSchema = z
  .object({
    events: z.array(wireEventSchema),
    next_after: z
      .number()
      .int()
      .nullable()
      .describe('Value of ?after= for the next page; null at the end.'),
  })
  .openapi('EventPage')

export type EventPage = { events: WireEvent[]; next_after: number | null }
export type ModelCallUsageBody = z.infer<typeof modelCallUsageSchema>
export type ToolCallBody = z.infer<typeof toolCallSchema>
export type ToolOutcomeBody = z.infer<typeof toolOutcomeSchema>

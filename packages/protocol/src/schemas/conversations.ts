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
        body_shed: z
          .literal(true)
          .optional()
          .describe('Its text had to leave the prompt for the others to fit.'),
      }),
    ),
    budget_used_chars: z.number().int(),
    budget_max_chars: z.number().int(),
  })
  .openapi('SkillsState')

/** A skill at the revision whose text this conversation was given. */
export const pinnedSkillSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  digest: z.string(),
  delivery: z
    .enum(['system', 'result'])
    .describe('system: it stands in the prompt. result: the agent read it, in some turn.'),
  revision: z
    .number()
    .int()
    .nullable()
    .describe('Its number; null when the skill is gone or not yours to see any more.'),
  newer_revisions: z.number().int().describe('How many revisions the skill has gone on since.'),
})

/** Which skills are active, the budget, and how far skills have gone on since they were taken up. */
export const conversationSkillsSchema = skillsStateSchema
  .extend({ pinned: z.array(pinnedSkillSchema) })
  .openapi('ConversationSkills')

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
    agent_id: z.string().nullable().describe('Whom it speaks with; null for no agent.'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    last_event_id: z.number().int(),
    skills: skillsStateSchema,
    agent: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('Null without an agent, and when it was deleted.'),
    open_run: runSchema.nullable().describe('The run that is not finished, if there is one.'),
  })
  .openapi('Conversation')

export const conversationSummarySchema = conversationSchema
  .omit({ skills: true, agent: true, open_run: true })
  .openapi('ConversationSummary')

export const conversationPageSchema = pageOf(conversationSummarySchema).openapi('ConversationPage')

export const conversationCreateSchema = z
  .strictObject({
    title: z.string().trim().max(200).default(''),
    agent_id: z.string().min(1).max(100).optional().describe('Whom it speaks with, for good.'),
  })
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

export const promptSchema = z
  .object({ digest: z.string(), system: z.array(z.string()) })
  .openapi('RecordedPrompt')

export type PinnedSkillBody = z.infer<typeof pinnedSkillSchema>
export type ConversationSkillsBody = z.infer<typeof conversationSkillsSchema>
export type SkillsStateBody = z.infer<typeof skillsStateSchema>
export type RunBody = z.infer<typeof runSchema>
export type ConversationBody = z.infer<typeof conversationSchema>
export type ConversationSummary = z.infer<typeof conversationSummarySchema>
export type ConversationPage = z.infer<typeof conversationPageSchema>
export type Turn = z.infer<typeof turnSchema>
export type RecordedPrompt = z.infer<typeof promptSchema>

import { z } from '@hono/zod-openapi'
import { approvalSchema } from './approvals.ts'
import { nonBlank, orNull, pageOf, timestampSchema } from './common.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'
import { registryPlaceSchema } from './skill-registry.ts'
import { sourceTypeSchema } from './skills.ts'

/** A6, field for field: shown as the budget pill. */
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
          .describe('Its body was shed from the prompt to fit the budget.'),
      }),
    ),
    budget_used_chars: z.number().int(),
    budget_max_chars: z.number().int(),
  })
  .openapi('SkillsState')

export const withdrawalReasonSchema = z
  .enum(['revoked', 'deleted', 'archived', 'disabled'])
  .describe(
    'revoked: its text must not be used. deleted: you see no such skill any more. archived, disabled: it can come back.',
  )

/** A skill at the revision this conversation is pinned to. */
export const pinnedSkillSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  digest: z.string(),
  delivery: z
    .enum(['system', 'result'])
    .describe('system: in the system prompt. result: read by the agent as a tool result.'),
  revision: z
    .number()
    .int()
    .nullable()
    .describe('Number of the revision; null when the skill was deleted or is no longer visible.'),
  newer_revisions: z.number().int().describe('Number of newer revisions.'),
  context_tokens: z
    .number()
    .int()
    .describe('Estimated tokens that its text takes of every request; DELETE gives them back.'),
  withdrawn: withdrawalReasonSchema
    .nullable()
    .describe(
      'Why it is no longer available; null while it is. In the system prompt it stays until the next message, which leaves it out.',
    ),
  renamed_to: z
    .object({ slug: z.string(), name: z.string() })
    .optional()
    .describe('What it is called now, where that changed; here it keeps its slug.'),
  from: registryPlaceSchema
    .optional()
    .describe('It was fetched from a registry, for this conversation alone.'),
})

/** Active skills, the budget, and pinned revisions with the number of newer ones. */
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
    agent_id: z.string().nullable().describe('Agent of the conversation; null for none.'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    last_event_id: z.number().int(),
    skills: skillsStateSchema,
    agent: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('Null without an agent or when it was deleted.'),
    open_run: orNull(runSchema).describe('The unfinished run, if there is one.'),
  })
  .openapi('Conversation')

export const conversationSummarySchema = conversationSchema
  .omit({ skills: true, agent: true, open_run: true })
  .openapi('ConversationSummary')

export const conversationPageSchema = pageOf(conversationSummarySchema).openapi('ConversationPage')

export const deletedConversationSchema = conversationSummarySchema
  .extend({
    deleted_at: timestampSchema,
    kept_until: timestampSchema.describe('Time of its permanent deletion.'),
  })
  .openapi('DeletedConversation')

export const deletedConversationPageSchema =
  pageOf(deletedConversationSchema).openapi('DeletedConversationPage')

export const conversationCreateSchema = z
  .strictObject({
    title: z.string().trim().max(200).default(''),
    agent_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Agent of the conversation; cannot be changed later.'),
  })
  .openapi('ConversationCreate')

export const conversationRenameSchema = acceptReadOnly(
  { title: z.string().trim().max(200).describe('Empty only while there is no title yet.') },
  conversationSchema,
).openapi('ConversationRename', acceptsReadOnly)

export const messageCreateSchema = z
  .strictObject({ text: nonBlank(200_000) })
  .openapi('MessageCreate')

/** State of a turn that has finished or waits for a person. */
export const turnSchema = z
  .object({
    message_id: z.string(),
    run: runSchema,
    reply: z
      .string()
      .nullable()
      .describe('Final text of the agent; null while the run waits or when it failed.'),
    approvals: z.array(approvalSchema).describe('Pending approvals of this run.'),
    skills: skillsStateSchema,
  })
  .openapi('Turn')

export const promptSchema = z
  .object({ digest: z.string(), system: z.array(z.string()) })
  .openapi('RecordedPrompt')

export const answerRatingSchema = z.enum(['up', 'down']).nullable()

export const ratingSchema = z
  .strictObject({ rating: answerRatingSchema.describe('Null takes it back.') })
  .openapi('AnswerRating')

export type Rating = z.infer<typeof ratingSchema>
export type WithdrawalReasonBody = z.infer<typeof withdrawalReasonSchema>
export type PinnedSkillBody = z.infer<typeof pinnedSkillSchema>
export type ConversationSkillsBody = z.infer<typeof conversationSkillsSchema>
export type SkillsStateBody = z.infer<typeof skillsStateSchema>
export type RunBody = z.infer<typeof runSchema>
export type ConversationBody = z.infer<typeof conversationSchema>
export type ConversationSummary = z.infer<typeof conversationSummarySchema>
export type DeletedConversationBody = z.infer<typeof deletedConversationSchema>
export type DeletedConversationPage = z.infer<typeof deletedConversationPageSchema>
export type ConversationPage = z.infer<typeof conversationPageSchema>
export type Turn = z.infer<typeof turnSchema>
export type RecordedPrompt = z.infer<typeof promptSchema>

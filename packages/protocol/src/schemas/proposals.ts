import { z } from '@hono/zod-openapi'
import { acknowledgedInput, cursorQuery, orNull, pageOf, timestampSchema } from './common.ts'
import { scopeSchema, skillSummarySchema } from './skills.ts'

export const proposalStatusSchema = z.enum([
  'pending',
  'accepted',
  'rejected',
  'withdrawn',
  'stale',
])

/** A new skill or a change, written by an agent and pending a decision by a person. */
export const proposalSummarySchema = z
  .object({
    id: z.string(),
    status: proposalStatusSchema,
    slug: z.string(),
    name: z.string().describe('Written by the agent. Untrusted text.'),
    description: z.string().describe('Written by the agent. Untrusted text.'),
    reason: z.string().describe('Written by the agent. Untrusted text.'),
    skill_id: z.string().nullable().describe('The skill it would change; null for a new skill.'),
    skill_scope: orNull(scopeSchema),
    base_digest: z.string().nullable().describe('The revision it is based on.'),
    proposed_for: z.string().describe('The person the agent worked for, or who offers the skill.'),
    conversation_id: z.string().nullable().describe('Null for a skill that a person offers.'),
    run_id: z.string().nullable(),
    trace_id: z.string(),
    created_at: timestampSchema,
    decided_by: z.string().nullable(),
    decided_at: timestampSchema.nullable(),
    note: z.string(),
  })
  .openapi('ProposalSummary')

export const proposalSchema = proposalSummarySchema
  .extend({
    content: z.string().describe('SKILL.md as proposed. Untrusted text.'),
    body: z.string().describe('The body a model would get. Untrusted text.'),
    files: z.array(
      z.object({
        path: z.string(),
        content: z.string(),
        current: z
          .string()
          .nullable()
          .describe('Current text of that file; null when absent or not text.'),
        replaces: z.boolean().describe('Whether the skill has that file now.'),
      }),
    ),
    removed_files: z
      .array(
        z.object({
          path: z.string(),
          current: z.string().nullable().describe('Its text now; null when it is not text.'),
        }),
      )
      .describe('Files that acceptance removes. An offer replaces the whole package.'),
    current: z
      .object({ slug: z.string(), digest: z.string(), content: z.string(), etag: z.string() })
      .nullable()
      .describe('The current state of the skill it would change; null for a new or deleted skill.'),
    moves: z
      .boolean()
      .describe('Whether acceptance moves the personal skill that is offered, with its revisions.'),
    stale_reason: z
      .enum(['changed', 'offer-changed', 'slug-taken', 'gone'])
      .nullable()
      .describe(
        'changed: the skill it would change; offer-changed: the personal skill; slug-taken: the organisation has the slug; gone: the skill was deleted. Null while up to date.',
      ),
    up_to_date: z
      .boolean()
      .describe('False when there is a stale_reason; accepting then returns proposal.stale.'),
  })
  .openapi('Proposal')

export const proposalPageSchema = pageOf(proposalSummarySchema).openapi('ProposalPage')

export const proposalListQuery = z.object({
  status: proposalStatusSchema.optional(),
  conversation_id: z.string().max(100).optional(),
  ...cursorQuery,
})

const noteInput = z.string().trim().max(2000).default('')

export const proposalAcceptSchema = z
  .strictObject({
    scope: scopeSchema.optional().describe('Scope of a new skill; default: your own (`user`).'),
    note: noteInput,
    acknowledged_findings: acknowledgedInput,
  })
  .openapi('ProposalAccept')

export const proposalRejectSchema = z.strictObject({ note: noteInput }).openapi('ProposalReject')

export const proposalAcceptedSchema = z
  .object({ proposal: proposalSummarySchema, skill: skillSummarySchema })
  .openapi('ProposalAccepted')

export type ProposalSummary = z.infer<typeof proposalSummarySchema>
export type ProposalBody = z.infer<typeof proposalSchema>
export type ProposalPage = z.infer<typeof proposalPageSchema>
export type ProposalAccept = z.input<typeof proposalAcceptSchema>
export type ProposalReject = z.input<typeof proposalRejectSchema>
export type ProposalAccepted = z.infer<typeof proposalAcceptedSchema>

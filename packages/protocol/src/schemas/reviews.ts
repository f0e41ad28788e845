import { z } from '@hono/zod-openapi'
import {
  cursorQuery,
  diagnosticSchema,
  nonBlank,
  orNull,
  pageOf,
  problemSummarySchema,
  timestampSchema,
} from './common.ts'
import {
  digestSchema,
  licenceDecisionSchema,
  requestedPermissionsSchema,
  scanVerdictSchema,
  severitySchema,
  signatureStatusSchema,
  trustReportSchema,
} from './findings.ts'
import { scopeSchema } from './skills.ts'

export const reviewStateSchema = z
  .enum(['held', 'approved', 'rejected', 'quarantined', 'superseded', 'withdrawn', 'stale'])
  .openapi('ReviewState')
/** Who proposes it. */
const proposalSchema = z
  .object({
    by: z.enum(['agent', 'member']),
    person: z.string().describe('The person the agent worked for, or who offers the skill.'),
    person_name: z.string().nullable().describe('Null for a former member.'),
    conversation_id: z.string().nullable().describe('Null for a skill that a person offers.'),
    run_id: z.string().nullable(),
    offered_skill_id: z
      .string()
      .nullable()
      .describe(
        'The personal skill that is offered; null for what an agent proposes, and for offers of earlier releases.',
      ),
    trace_id: z.string(),
    scope: orNull(scopeSchema).describe(
      'Of its skill afterwards; null for a new skill, whose scope whoever approves chooses.',
    ),
    reason: z.string().describe('Written by the agent or the member. Untrusted text.'),
  })
  .openapi('RevisionProposal')

export const pendingRevisionSummarySchema = z
  .object({
    id: z.string(),
    state: reviewStateSchema,
    kind: z
      .enum(['new', 'update'])
      .describe('Whether there was a skill that it changes when it came.'),
    proposal: orNull(proposalSchema).describe('Null for what came from a source or by hand.'),
    source_id: z.string().nullable(),
    source_name: z.string().nullable().describe('Null when the source is gone.'),
    path: z.string(),
    source_version: z.string(),
    source_url: z.string().nullable(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    digest: z.string(),
    skill_id: z.string().nullable(),
    base_digest: z.string().nullable(),
    edited_here: z.boolean(),
    applies_at: timestampSchema
      .nullable()
      .describe(
        'From when on a sync applies it by itself; null where it waits for a person, or was decided.',
      ),
    verdict: scanVerdictSchema,
    ruleset: z.string(),
    findings: z.number().int(),
    licence: z.string().nullable(),
    licence_change: z
      .object({ from: z.string().nullable() })
      .nullable()
      .describe('The licence of the skill here, where an update has another one; null: not known.'),
    licence_decision: licenceDecisionSchema,
    signature: signatureStatusSchema,
    asks: requestedPermissionsSchema,
    new_asks: requestedPermissionsSchema.describe(
      'Those that the skill here does not ask for; all of them for a new one.',
    ),
    created_at: timestampSchema,
    decided_by: z.string().nullable(),
    decided_by_name: z
      .string()
      .nullable()
      .describe('Null for a former member, and where nobody decided.'),
    decided_at: timestampSchema.nullable(),
    note: z.string(),
  })
  .openapi('PendingRevisionSummary')

export const pendingRevisionQuery = z.object({
  state: reviewStateSchema.optional(),
  kind: z
    .enum(['import', 'update', 'proposal', 'offer', 'new'])
    .optional()
    .describe('`new` is the earlier name of `import`.'),
  conversation_id: z.string().max(100).optional(),
  source_id: z.string().max(100).optional(),
  skill_id: z.string().max(100).optional(),
  slug: z.string().max(100).optional(),
  offered_skill_id: z
    .string()
    .max(100)
    .optional()
    .describe('Offers of this personal skill of yours, also under an earlier slug.'),
  mine: z.enum(['true']).optional().describe('Only what you offered, or your agents proposed.'),
  verdict: scanVerdictSchema.optional(),
  ...cursorQuery,
})

export const pendingRevisionPageSchema = pageOf(pendingRevisionSummarySchema)
  .extend({ held: z.number().int().describe('How many wait, of all.') })
  .openapi('PendingRevisionPage')

const arrivalFileSchema = z
  .object({
    path: z.string(),
    size: z.number().int(),
    sha256: z.string(),
    executable: z.boolean(),
    change: z.enum(['added', 'changed', 'removed', 'same']).describe('Against the skill here.'),
  })
  .openapi('PendingRevisionFile')

export const pendingRevisionSchema = pendingRevisionSummarySchema
  .extend({
    content: z.string().describe('SKILL.md as it came.'),
    base: z
      .object({ slug: z.string(), digest: z.string(), content: z.string(), enabled: z.boolean() })
      .nullable()
      .describe('The skill here now, which it would replace.'),
    ancestor: z
      .object({ digest: z.string(), content: z.string() })
      .nullable()
      .describe(
        'What the source had before, when the skill was edited here since: for a three-way comparison.',
      ),
    name_taken: z
      .object({
        skill_id: z.string(),
        slug: z.string(),
        kept_as: z.string().describe('The slug that this one gets when it is approved.'),
      })
      .nullable()
      .describe('The skill here that has the slug of a new one: both are kept.'),
    files: z.array(arrivalFileSchema),
    trust: trustReportSchema,
    diagnostics: z.array(diagnosticSchema),
    commits: z
      .array(
        z.object({
          id: z.string(),
          subject: z.string(),
          author: z.string(),
          at: timestampSchema,
        }),
      )
      .describe(
        'Of an update from a Git repository: the newest 50 commits since the content here that touch the folder. Untrusted text; empty where they are not known.',
      ),
    moves: z
      .boolean()
      .describe(
        'Whether approving it moves the personal skill that is offered, with its revisions.',
      ),
    stale_reason: z
      .enum(['changed', 'offer-changed', 'slug-taken', 'gone'])
      .nullable()
      .describe(
        'Of a proposal that nobody can approve any more. changed: the skill it would change; offer-changed: the personal skill; slug-taken: the organisation has the slug; gone: the skill was deleted.',
      ),
    rejected_before: z
      .object({
        id: z.string(),
        by_name: z.string().nullable().describe('Null for a former member.'),
        at: timestampSchema,
        note: z.string(),
      })
      .nullable()
      .describe('The last rejection of just this content, where it was proposed before.'),
    approvable: z.boolean(),
    refusal: orNull(problemSummarySchema).describe(
      'Why nobody may approve it, or only with a note.',
    ),
  })
  .openapi('Arrival')

export const pendingRevisionFileQuery = z.object({ path: z.string().min(1).max(400) })
export const pendingRevisionFileContentSchema = z
  .object({
    path: z.string(),
    size: z.number().int().nullable(),
    text: z.string().nullable().describe('Null when it is binary, larger than 256 KB, or removed.'),
    base_text: z.string().nullable().describe('The same file of the skill here.'),
  })
  .openapi('PendingRevisionFileContent')

const noteSchema = z.string().max(2_000).default('')

export const pendingRevisionApproveSchema = z
  .strictObject({
    digest: digestSchema.describe('What you read.'),
    enable: z
      .boolean()
      .optional()
      .describe(
        'Whether agents may use it at once. Left out, an update stays as it is, a new import is disabled, and a new skill that was proposed is enabled.',
      ),
    overwrite_edits: z
      .boolean()
      .default(false)
      .describe(
        'Of an update from a source: take its text although the skill was edited here. It changes nothing for a proposal, which is only taken while the skill is as it was proposed for.',
      ),
    scope: scopeSchema
      .optional()
      .describe('Of a new skill that was proposed; default: your own (`user`).'),
    note: noteSchema,
  })
  .openapi('PendingRevisionApprove')

export const pendingRevisionApprovedSchema = z
  .object({
    arrival: pendingRevisionSummarySchema,
    scope: scopeSchema,
    skill_id: z.string(),
    slug: z.string(),
    kept_beside: z
      .object({ skill_id: z.string(), slug: z.string() })
      .nullable()
      .describe('The skill that has the slug it came with, so that it got another one.'),
    enabled: z.boolean(),
  })
  .openapi('PendingRevisionApproved')

export const pendingRevisionDecisionSchema = z
  .strictObject({ digest: digestSchema.describe('What you read.'), note: noteSchema })
  .openapi('PendingRevisionDecision')

export const skillSuggestionSchema = z
  .strictObject({
    digest: z.string().max(100).describe('The revision you saw; another head is refused.'),
    reason: z.string().trim().max(2000).default('').describe('For whoever decides.'),
  })
  .openapi('SkillSuggestion')

export const verdictOverrideSchema = z
  .strictObject({
    digest: digestSchema,
    reason: nonBlank(1000).describe('Why it may be used all the same.'),
  })
  .openapi('VerdictOverride')

export const pendingRevisionBulkSchema = z
  .strictObject({
    decision: z
      .enum(['approve', 'reject', 'hold'])
      .describe(
        'Only clean arrivals with an allowed licence are approved in bulk. hold takes a rejection back: they wait again.',
      ),
    enable: z.boolean().optional(),
    items: z
      .array(z.strictObject({ id: z.string().max(100), digest: digestSchema }))
      .min(1)
      .max(500),
    note: noteSchema,
  })
  .openapi('PendingRevisionBulkDecision')

export const pendingRevisionBulkResultSchema = z
  .object({
    results: z.array(
      z.object({
        id: z.string(),
        state: orNull(reviewStateSchema),
        skill_id: z.string().nullable(),
        slug: z
          .string()
          .nullable()
          .describe('Of the approved skill: another one than it came with where that was taken.'),
        problem: orNull(problemSummarySchema),
      }),
    ),
  })
  .openapi('PendingRevisionBulkResult')

export const revocationSchema = z
  .object({
    digest: z.string(),
    severity: severitySchema,
    reason: z.string(),
    url: z.string().nullable(),
    by: z.string().nullable(),
    at: timestampSchema,
  })
  .openapi('Revocation')

export const revocationListSchema = z
  .object({ items: z.array(revocationSchema) })
  .openapi('RevocationList')
export const revocationCreateSchema = z
  .strictObject({ digest: digestSchema, reason: nonBlank(2_000) })
  .openapi('RevocationCreate')
export const revocationResultSchema = z
  .object({ disabled: z.array(z.object({ skill_id: z.string(), slug: z.string() })) })
  .openapi('RevocationResult')
export const revocationParam = z.object({ digest: digestSchema })

export const skillTrustSchema = z
  .object({
    digest: z.string(),
    report: trustReportSchema,
    origin: z.object({
      source_type: z.string(),
      source_url: z.string().nullable(),
      source_ref: z.string().nullable(),
      source_id: z.string().nullable(),
      provenance: z.string(),
    }),
    asks: requestedPermissionsSchema,
    arrivals: z
      .array(pendingRevisionSummarySchema)
      .describe('How its contents came in and who approved them, the newest first.'),
    revocation: orNull(revocationSchema),
  })
  .openapi('SkillTrust')

export type PendingRevisionSummary = z.infer<typeof pendingRevisionSummarySchema>
export type PendingRevisionPage = z.infer<typeof pendingRevisionPageSchema>
export type PendingRevisionBody = z.infer<typeof pendingRevisionSchema>
export type PendingRevisionFileContent = z.infer<typeof pendingRevisionFileContentSchema>
export type PendingRevisionApprove = z.input<typeof pendingRevisionApproveSchema>
export type PendingRevisionApproved = z.infer<typeof pendingRevisionApprovedSchema>
export type VerdictOverride = z.input<typeof verdictOverrideSchema>
export type PendingRevisionBulkDecision = z.input<typeof pendingRevisionBulkSchema>
export type PendingRevisionBulkResult = z.infer<typeof pendingRevisionBulkResultSchema>
export type SkillTrustBody = z.infer<typeof skillTrustSchema>
export type RevocationBody = z.infer<typeof revocationSchema>
export type RevocationList = z.infer<typeof revocationListSchema>
export type RevocationResult = z.infer<typeof revocationResultSchema>
export type SkillSuggestion = z.input<typeof skillSuggestionSchema>

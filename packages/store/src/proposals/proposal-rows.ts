import type {
  ConversationId,
  Proposal,
  ProposalHead,
  ProposalId,
  ProposalStatus,
  RevisionDigest,
  RunId,
  SkillId,
  SkillScopeKind,
  UserId,
} from '@repertoire/core'
import { fromJson, toJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

type HeadRow = Omit<Row<'proposals'>, 'tenant_id' | 'source' | 'resources' | 'cost'>

/** Every column except the texts, which can be long. */
export const headColumns = [
  'id',
  'proposed_for',
  'conversation_id',
  'run_id',
  'trace_id',
  'slug',
  'name',
  'description',
  'skill_id',
  'skill_scope',
  'base_digest',
  'reason',
  'status',
  'created_at',
  'decided_by',
  'decided_at',
  'note',
] as const satisfies readonly (keyof HeadRow)[]

export function toProposal(row: Row<'proposals'>): Proposal {
  return {
    ...toProposalHead(row),
    source: row.source,
    resources: fromJson<Proposal['resources']>(row.resources),
  }
}

export function toProposalHead(row: HeadRow): ProposalHead {
  return {
    id: row.id as ProposalId,
    proposedFor: row.proposed_for as UserId,
    conversationId: (row.conversation_id || null) as ConversationId | null,
    runId: (row.run_id || null) as RunId | null,
    traceId: row.trace_id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    skillId: row.skill_id as SkillId | null,
    skillScope: row.skill_scope as SkillScopeKind | null,
    baseDigest: row.base_digest as RevisionDigest | null,
    reason: row.reason,
    status: row.status as ProposalStatus,
    createdAt: row.created_at,
    decidedBy: row.decided_by as UserId | null,
    decidedAt: row.decided_at,
    note: row.note,
  }
}

export function proposalRow(proposal: Proposal): NewRow<'proposals'> {
  return {
    id: proposal.id,
    proposed_for: proposal.proposedFor,
    conversation_id: proposal.conversationId ?? '',
    run_id: proposal.runId ?? '',
    trace_id: proposal.traceId,
    slug: proposal.slug,
    name: proposal.name,
    description: proposal.description,
    skill_id: proposal.skillId,
    skill_scope: proposal.skillScope,
    base_digest: proposal.baseDigest,
    reason: proposal.reason,
    status: proposal.status,
    created_at: proposal.createdAt,
    decided_by: proposal.decidedBy,
    decided_at: proposal.decidedAt,
    note: proposal.note,
    resources: toJson(proposal.resources),
    source: proposal.source,
    cost: proposal.source.length,
  }
}

import type { ProposalHead } from '@repertoire/core'
import type { ProposalSummary } from '@repertoire/protocol'
import { wireTime, wireTimeOrNull } from './time.ts'

export function toProposalSummary(proposal: ProposalHead): ProposalSummary {
  return {
    id: proposal.id,
    status: proposal.status,
    slug: proposal.slug,
    name: proposal.name,
    description: proposal.description,
    reason: proposal.reason,
    skill_id: proposal.skillId,
    skill_scope: proposal.skillScope,
    base_digest: proposal.baseDigest,
    proposed_for: proposal.proposedFor,
    conversation_id: proposal.conversationId,
    run_id: proposal.runId,
    trace_id: proposal.traceId,
    created_at: wireTime(proposal.createdAt),
    decided_by: proposal.decidedBy,
    decided_at: wireTimeOrNull(proposal.decidedAt),
    note: proposal.note,
  }
}

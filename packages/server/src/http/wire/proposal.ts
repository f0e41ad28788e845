import type { PendingRevisionHead, ReviewState } from '@repertoire/core/domain'
import type { ProposalSummary } from '@repertoire/protocol'
import { wireTime, wireTimeOrNull } from './time.ts'

/** The earlier shape of what agents and members propose. Null for what nobody proposes. */
export function toProposalSummary(held: PendingRevisionHead): ProposalSummary | null {
  const { id, slug, name, description, note, proposal } = held
  if (!proposal) return null
  return {
    ...{ id, status: statuses[held.state], slug, name, description, note },
    ...{ reason: proposal.reason, skill_id: held.skillId, skill_scope: proposal.scope },
    ...{ base_digest: held.baseDigest, proposed_for: proposal.person },
    ...{ conversation_id: proposal.conversationId, run_id: proposal.runId },
    ...{ trace_id: proposal.traceId, created_at: wireTime(held.createdAt) },
    ...{ decided_by: held.decidedBy, decided_at: wireTimeOrNull(held.decidedAt) },
  }
}

/** What was set aside still waits. */
export const statuses = {
  held: 'pending',
  quarantined: 'pending',
  approved: 'accepted',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  superseded: 'stale',
  stale: 'stale',
} as const satisfies Record<ReviewState, ProposalSummary['status']>

import type { ProposalSummary } from '@repertoire/protocol'
import type { BadgeVariant } from '../design/badge.tsx'

/** How a proposal's state is written. */
export const proposalStates: Record<
  ProposalSummary['status'],
  { readonly text: string; readonly tone: BadgeVariant }
> = {
  pending: { text: 'Waiting', tone: 'accent' },
  accepted: { text: 'Accepted', tone: 'good' },
  withdrawn: { text: 'Withdrawn', tone: 'warn' },
  rejected: { text: 'Rejected', tone: 'bad' },
  stale: { text: 'Out of date', tone: 'warn' },
}

/** What it would do to the library. */
export function proposalKind({ skill_id, skill_scope, conversation_id }: ProposalSummary): string {
  if (conversation_id === null) return 'Offered to the organisation'
  if (skill_id === null) return 'New skill'
  return skill_scope === 'org' ? 'Change of an organisation’s skill' : 'Change of your skill'
}

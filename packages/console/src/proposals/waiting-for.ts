import type { Me, ProposalSummary } from '@repertoire/protocol'
import { mayWriteScope } from '../shell/may.ts'

/** The pending proposals that this person may accept; a member's own offers wait for others. */
export function waitingFor(
  me: Me,
  pending: readonly ProposalSummary[] = [],
): readonly ProposalSummary[] {
  return pending.filter(({ skill_scope }) => mayWriteScope(me, skill_scope ?? 'user'))
}

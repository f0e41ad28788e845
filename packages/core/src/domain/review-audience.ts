import type { UserId } from '../base/ids.ts'
import type { PendingRevisionHead } from './pending-revision.ts'

/** The proposals a person may see: their own, and with `organisation` all changes of organisation skills. */
export interface ProposalAudience {
  readonly person: UserId
  readonly organisation: boolean
}

/**
 * Who reads what waits. What sources gave and people brought by hand is for everybody who may read skills: `imports`
 * alone, or beside the proposals of a person. `server`: everything, for work that shows nobody a text.
 */
export type ReviewAudience = ProposalAudience | 'imports' | 'server'

/** Whether the audience sees the revision. Pure; stores answer by the same rule. */
export function isVisibleRevision(
  { proposal }: Pick<PendingRevisionHead, 'proposal'>,
  audience: ReviewAudience,
): boolean {
  if (audience === 'server' || !proposal) return true
  if (audience === 'imports') return false
  return proposal.person === audience.person || (audience.organisation && proposal.scope === 'org')
}

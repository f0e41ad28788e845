import { ProblemError } from '../../base/errors.ts'
import type { PendingRevisionId } from '../../base/ids.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import { isAdministrator } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { ProposalAudience } from '../../domain/review-audience.ts'
import type { ReviewStore } from '../../ports/reviews.ts'
import { revisionNotFound } from './review-problems.ts'

/** What of the reviews a person may read: imports, their own proposals, and as an administrator the organisation's. Pure. */
export function reviewAudience({ userId, role }: Principal): ProposalAudience {
  return { person: userId, organisation: isAdministrator(role) }
}

/** Throws ProblemError `arrival.not-found` for a missing and for an invisible one. */
export async function visibleRevision(
  reviews: Pick<ReviewStore, 'get'>,
  principal: Principal,
  id: PendingRevisionId,
): Promise<PendingRevision> {
  const held = await reviews.get(id, reviewAudience(principal))
  if (!held) throw new ProblemError(revisionNotFound)
  return held
}

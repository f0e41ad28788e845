import { ProblemError } from '../../base/errors.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import type { ApprovedRevision, ApproveRevisionRequest } from './approval-request.ts'
import { approveImport } from './approve-import.ts'
import { approveProposal } from './approve-proposal.ts'
import { revisionChanged, revisionDecided } from './review-problems.ts'
import { visibleRevision } from './visible-revision.ts'

/**
 * Makes a skill, or a revision, of what waits and a person has read: exactly the bytes of the digest, through the pipeline
 * of every way in. Of concurrent decisions the first wins. Throws ProblemError `arrival.not-found`, `arrival.changed`,
 * `arrival.decided`, `proposal.decided`, and those of {@link approveImport} and {@link approveProposal}.
 */
export async function approveRevision(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: ApproveRevisionRequest,
): Promise<ApprovedRevision> {
  const held = await visibleRevision(deps.store.reviews, actor.principal, request.id)
  if (held.state !== 'held') throw new ProblemError(revisionDecided(held))
  if (held.digest !== request.digest) throw new ProblemError(revisionChanged(held))
  const { proposal } = held
  return proposal
    ? approveProposal(deps, actor, { held, proposal, request })
    : approveImport(deps, actor, { held, request })
}

import { ProblemError, throwIf } from '../../base/errors.ts'
import type { PendingRevisionId, RevisionDigest } from '../../base/ids.ts'
import type { PendingRevision, ReviewState } from '../../domain/pending-revision.ts'
import { missingPermission, skillWriteProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
  scopeFor,
} from '../../keep/skills/catalog-deps.ts'
import { proposalFact } from './proposal-fact.ts'
import { revisionChanged, revisionDecided, revisionNotFound } from './review-problems.ts'
import { visibleRevision } from './visible-revision.ts'

/**
 * `reject`: this digest is not asked about again. `quarantine`: set aside for a closer look. `hold`: back to those that
 * wait, from either. `withdraw`: who proposed it takes it back.
 */
export type RevisionDecision = 'reject' | 'quarantine' | 'hold' | 'withdraw'

export interface DecideRevisionRequest {
  readonly id: PendingRevisionId
  /** What the reviewer read. */
  readonly digest: RevisionDigest
  readonly decision: RevisionDecision
  readonly note: string
}

const changes = {
  reject: { from: ['held', 'quarantined'], to: 'rejected', action: 'arrival-rejected' },
  quarantine: { from: ['held'], to: 'quarantined', action: 'arrival-quarantined' },
  hold: { from: ['quarantined', 'rejected'], to: 'held', action: 'arrival-held' },
  withdraw: { from: ['held'], to: 'withdrawn', action: 'proposal-withdrawn' },
} as const satisfies Record<
  RevisionDecision,
  { from: readonly ReviewState[]; to: ReviewState; action: string }
>

/**
 * Decides on a revision that waits without making a skill of it. Of concurrent decisions the first wins. Throws
 * ProblemError `arrival.not-found`, `arrival.decided`, `proposal.decided`, `proposal.stale`, `arrival.changed`,
 * `auth.permission-missing`, and those of {@link skillWriteProblem}.
 */
export async function decideRevision(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, digest, decision, note }: DecideRevisionRequest,
): Promise<PendingRevision> {
  const { reviews } = deps.store
  throwIf(missingPermission(actor.principal, 'skills.write'))
  const held = await visibleRevision(reviews, actor.principal, id)
  requireDecider(actor.principal, held, decision)
  if (held.digest !== digest) throw new ProblemError(revisionChanged(held))
  const { from, to } = changes[decision]
  const by = { by: actor.principal.userId, note, now: deps.clock.now() }
  const after = await reviews.decide(id, { ...by, from, to })
  if (!after) throw new ProblemError(await decidedProblem(deps, actor, held))
  await recordChanges(deps, actor, [factOf(after, decision)])
  return after
}

/** Who may see a proposal may reject it; to bring one back is as much as to approve it. */
function requireDecider(
  principal: Principal,
  { proposal }: PendingRevision,
  decision: RevisionDecision,
): void {
  if (!proposal) {
    if (decision === 'withdraw') throw new ProblemError(revisionNotFound)
    throwIf(skillWriteProblem(principal, { kind: 'org' }))
    return
  }
  if (decision === 'reject') return
  if (decision === 'withdraw') {
    if (proposal.person !== principal.userId) throw new ProblemError(revisionNotFound)
    return
  }
  throwIf(skillWriteProblem(principal, scopeFor(proposal.scope ?? 'user', principal)))
}

/** Somebody may have decided since it was read. */
export async function decidedProblem(
  { store }: Pick<CatalogDeps, 'store'>,
  { principal }: CatalogActor,
  { id }: Pick<PendingRevision, 'id'>,
) {
  return revisionDecided(await visibleRevision(store.reviews, principal, id))
}

function factOf(held: PendingRevision, decision: RevisionDecision) {
  const { id, slug, digest, sourceId, verdict, proposal } = held
  const isProposal = decision === 'withdraw' || (proposal && decision === 'reject')
  if (isProposal)
    return proposalFact(`proposal-${changes[decision].to}` as 'proposal-rejected', held)
  const details = { slug, digest, source_id: sourceId, verdict }
  return { action: changes[decision].action, target: id, details }
}

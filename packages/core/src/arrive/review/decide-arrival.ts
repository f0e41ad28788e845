import { ProblemError, refuseIf } from '../../base/errors.ts'
import type { HeldArrivalId, RevisionDigest } from '../../base/ids.ts'
import type { HeldArrival, ReviewState } from '../../domain/held-arrival.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { arrivalChanged, arrivalDecided, arrivalNotFound } from './review-problems.ts'

export interface DecideArrivalRequest {
  readonly id: HeldArrivalId
  /** What the reviewer read. */
  readonly digest: RevisionDigest
  /**
   * `reject`: this digest is not asked about again. `quarantine`: set aside for a closer look. `hold`: back to
   * those that wait, from either.
   */
  readonly decision: 'reject' | 'quarantine' | 'hold'
  readonly note: string
}

const changes = {
  reject: { from: ['held', 'quarantined'], to: 'rejected', action: 'arrival-rejected' },
  quarantine: { from: ['held'], to: 'quarantined', action: 'arrival-quarantined' },
  hold: { from: ['quarantined', 'rejected'], to: 'held', action: 'arrival-held' },
} as const satisfies Record<
  DecideArrivalRequest['decision'],
  { from: readonly ReviewState[]; to: ReviewState; action: string }
>

/**
 * Decides on an arrival without making a skill of it. Throws ProblemError `arrival.not-found`, `arrival.decided`,
 * `arrival.changed`, and those of {@link skillWriteProblem}.
 */
export async function decideArrival(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, digest, decision, note }: DecideArrivalRequest,
): Promise<HeldArrival> {
  const { store, clock } = deps
  refuseIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const held = await store.reviews.get(id)
  if (!held) throw new ProblemError(arrivalNotFound)
  if (held.digest !== digest) throw new ProblemError(arrivalChanged(held))
  const { from, to, action } = changes[decision]
  const by = { by: actor.principal.userId, note, now: clock.now() }
  const after = await store.reviews.decide(id, { ...by, from, to })
  if (!after) throw new ProblemError(arrivalDecided(held))
  const details = { slug: held.slug, digest, source_id: held.sourceId, verdict: held.verdict }
  await recordChanges(deps, actor, [{ action, target: id, details }])
  return after
}

import { ProblemError, throwIf } from '../../base/errors.ts'
import type { PendingImportId, RevisionDigest } from '../../base/ids.ts'
import type { PendingImport, ReviewState } from '../../domain/pending-import.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { importChanged, importDecided, importNotFound } from './review-problems.ts'

export interface DecideImportRequest {
  readonly id: PendingImportId
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
  DecideImportRequest['decision'],
  { from: readonly ReviewState[]; to: ReviewState; action: string }
>

/**
 * Decides on an arrival without making a skill of it. Throws ProblemError `arrival.not-found`, `arrival.decided`,
 * `arrival.changed`, and those of {@link skillWriteProblem}.
 */
export async function decideImport(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, digest, decision, note }: DecideImportRequest,
): Promise<PendingImport> {
  const { store, clock } = deps
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const held = await store.reviews.get(id)
  if (!held) throw new ProblemError(importNotFound)
  if (held.digest !== digest) throw new ProblemError(importChanged(held))
  const { from, to, action } = changes[decision]
  const by = { by: actor.principal.userId, note, now: clock.now() }
  const after = await store.reviews.decide(id, { ...by, from, to })
  if (!after) throw new ProblemError(importDecided(held))
  const details = { slug: held.slug, digest, source_id: held.sourceId, verdict: held.verdict }
  await recordChanges(deps, actor, [{ action, target: id, details }])
  return after
}

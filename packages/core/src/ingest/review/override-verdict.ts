import { type Problem, ProblemError, throwIf } from '../../base/errors.ts'
import type { PendingRevisionId, RevisionDigest } from '../../base/ids.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import { type CatalogActor, recordChanges } from '../../keep/skills/catalog-deps.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { scanReasons } from '../checks/review-needs.ts'
import { currentTrust } from './current-trust.ts'
import { revisionChanged, revisionDecided } from './review-problems.ts'
import { visibleRevision } from './visible-revision.ts'

export interface OverrideVerdictRequest {
  readonly id: PendingRevisionId
  /** What the owner read. */
  readonly digest: RevisionDigest
  readonly reason: string
}

/**
 * Lifts the verdict of a blocked content that waits: an owner says that these findings, in these bytes, are wrong or taken.
 * It is approved then as any other; another digest, or a rule that finds more, is blocked again. Throws ProblemError
 * `verdict.owners-only`, `verdict.not-blocked`, `arrival.not-found`, `arrival.decided`, `arrival.changed`, and those of
 * {@link skillWriteProblem}.
 */
export async function overrideVerdict(
  deps: JudgingDeps,
  actor: CatalogActor,
  { id, digest, reason }: OverrideVerdictRequest,
): Promise<PendingRevision> {
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const held = await visibleRevision(deps.store.reviews, actor.principal, id)
  if (actor.principal.role !== 'owner') throw new ProblemError(ownersOnly)
  if (held.state !== 'held') throw new ProblemError(revisionDecided(held))
  if (held.digest !== digest) throw new ProblemError(revisionChanged(held))
  const { scan } = await currentTrust(deps, held)
  if (scan.verdict !== 'blocked') throw new ProblemError(notBlocked(held))
  const findings = [...scanReasons(scan)]
  await deps.store.reviews.acknowledge({
    ...{ digest, verdict: scan.verdict, findings, reason, isForAll: true },
    ...{ by: actor.principal.userId, at: deps.clock.now() },
  })
  const details = { slug: held.slug, digest, verdict: scan.verdict, findings, reason }
  await recordChanges(deps, actor, [{ action: 'verdict-lifted', target: id, details }])
  return held
}

const ownersOnly: Problem = {
  code: 'verdict.owners-only',
  kind: 'forbidden',
  message: 'Only an owner may lift the verdict of a blocked content.',
  hint: 'Ask an owner to read its findings and lift it, or reject it.',
}

function notBlocked({ slug }: Pick<PendingRevision, 'slug'>): Problem {
  return {
    code: 'verdict.not-blocked',
    kind: 'conflict',
    message: `The scan does not block "${slug}", so there is no verdict to lift.`,
    hint: 'Decide on it as it is.',
  }
}

import { throwIf } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { revokedByAdvisory } from '../origin/advisory-problems.ts'
import { suggestPreviousRevision } from './suggest-previous-revision.ts'

/**
 * Takes a content out of use, whatever skills have it: they are disabled, conversations lose it at their next step,
 * and no way in brings it back. The last good revision of each waits as an update. Throws the problems of {@link skillWriteProblem}.
 */
export async function revokeDigest(
  deps: JudgingDeps,
  actor: CatalogActor,
  { digest, reason }: { readonly digest: RevisionDigest; readonly reason: string },
): Promise<readonly Skill[]> {
  const { store, clock } = deps
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const by = actor.principal.userId
  const disabled = await store.reviews.revoke({
    ...{ digest, severity: 'critical', reason, url: null, by, at: clock.now() },
  })
  const details = { reason, disabled: disabled.map(({ id }) => id) }
  await recordChanges(deps, actor, [{ action: 'revocation-created', target: digest, details }])
  await suggestPreviousRevision(deps, by, disabled)
  return disabled
}

/**
 * Takes that back; nothing is enabled by it. False when there was no revocation. Throws ProblemError `revocation.by-advisory`
 * for what an advisory list says, and those of {@link skillWriteProblem}.
 */
export async function removeRevocation(
  deps: CatalogDeps,
  actor: CatalogActor,
  digest: RevisionDigest,
): Promise<boolean> {
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const revocations = await deps.store.reviews.revocations()
  const isAdvised = revocations.some((one) => one.digest === digest && one.by === null)
  throwIf(isAdvised ? revokedByAdvisory(digest) : undefined)
  const removed = await deps.store.reviews.restore(digest)
  if (removed) {
    await recordChanges(deps, actor, [
      { action: 'revocation-removed', target: digest, details: {} },
    ])
  }
  return removed
}

import { ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import { type CatalogActor, recordChanges } from '../../keep/skills/catalog-deps.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import { checkPackage } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { requireIngested } from './create-skill.ts'
import { editedOrigin } from './update-skill.ts'

export interface RestoreRevisionRequest {
  readonly id: SkillId
  /** Number of the revision to restore. */
  readonly number: number
  /** The reason of the person; the revision number is added automatically. */
  readonly reason: string
  /** The version the change is based on; a different current version throws `skill.stale`. */
  readonly expectedVersion?: number | undefined
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
}

/**
 * Restores an earlier revision with all files as a new revision, so that the history stays complete. Restoring the content
 * of the head changes nothing. Throws ProblemError `skill.not-found`, `revision.not-found`, `skill.stale`, those of
 * {@link skillWriteProblem}, {@link ingestPackage} and {@link checkPackage}.
 */
export async function restoreRevision(
  deps: JudgingDeps,
  actor: CatalogActor,
  { id, number, reason, expectedVersion, acknowledged = [] }: RestoreRevisionRequest,
): Promise<Skill> {
  const { skills } = deps.store
  const viewer = actor.principal.userId
  const before = await skills.get(viewer, id)
  if (!before) throw skillNotFound(id)
  throwIf(skillWriteProblem(actor.principal, before.scope, before))
  const revision = (await skills.revisions(viewer, id)).find((one) => one.number === number)
  if (!revision) throw revisionNotFound(number)
  const outcome = ingestPackage(
    {
      files: await filesOfRevision(skills, viewer, { id, revision }),
      scope: before.scope,
      origin: editedOrigin(before.origin),
      author: actor.principal.userId,
      folderName: before.slug,
      reason:
        reason === '' ? `Restored revision ${number}.` : `Restored revision ${number}: ${reason}`,
    },
    deps.sha256,
  )
  const yes = { actor, digests: acknowledged }
  const arrival = await checkPackage(deps, { arrival: requireIngested(outcome), before, yes })
  const after = await skills.update(viewer, id, { arrival }, expectedVersion)
  if (after.version === before.version) return after
  const details = {
    ...{ slug: after.slug, digest: after.head.digest, restored_revision: number },
    before: { slug: before.slug, digest: before.head.digest, enabled: before.enabled },
    enabled: after.enabled,
  }
  await recordChanges(deps, actor, [{ action: 'skill-updated', target: id, details }])
  return after
}

function revisionNotFound(number: number): ProblemError {
  return new ProblemError({
    code: 'revision.not-found',
    kind: 'not-found',
    message: 'There is no such revision.',
    details: { number },
  })
}

import { ProblemError, refuseIf } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import { createArrival } from '../packages/arrival.ts'
import { acceptedArrival } from './create-skill.ts'
import { editedOrigin } from './update-skill.ts'

export interface RestoreRevisionRequest {
  readonly id: SkillId
  /** Number of the revision to restore. */
  readonly number: number
  /** The reason of the person; the revision number is added automatically. */
  readonly reason: string
  /** The version the change is based on; a different current version throws `skill.stale`. */
  readonly expectedVersion?: number | undefined
}

/**
 * Restores an earlier revision with all files as a new revision, so that the history stays complete. Restoring the content
 * of the head changes nothing. Throws ProblemError `skill.not-found`, `revision.not-found`, `skill.stale`, those of
 * {@link skillWriteProblem} and {@link createArrival}.
 */
export async function restoreRevision(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, number, reason, expectedVersion }: RestoreRevisionRequest,
): Promise<Skill> {
  const { skills } = deps.store
  const viewer = actor.principal.userId
  const before = await skills.get(viewer, id)
  if (!before) throw skillNotFound(id)
  refuseIf(skillWriteProblem(actor.principal, before.scope, before))
  const revision = (await skills.revisions(viewer, id)).find((one) => one.number === number)
  if (!revision) throw revisionNotFound(number)
  const outcome = createArrival(
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
  const arrival = acceptedArrival(outcome)
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

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
import { asAuthored } from './update-skill.ts'

export interface RestoreRevisionRequest {
  readonly id: SkillId
  /** Which link of the skill's chain is to be its head again. */
  readonly number: number
  /** In the person's words; which revision it was is said by itself. */
  readonly reason: string
  /** The version the change was decided on; another one is refused as `skill.stale`. */
  readonly expectedVersion?: number | undefined
}

/**
 * Makes an earlier revision, files and all, the newest one: a new link, so that nothing of the chain is lost.
 * What the head is already changes nothing. Throws ProblemError `skill.not-found`, `revision.not-found`,
 * `skill.stale`, what {@link skillWriteProblem} and {@link createArrival} say.
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
      origin: asAuthored(before.origin),
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

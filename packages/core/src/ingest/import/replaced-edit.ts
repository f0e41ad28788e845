import { type Diagnostic, truncate } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { RevisionDigest, UserId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'

const maxReasonLength = 100

interface Replacing {
  readonly before: Skill
  /** Of what comes in its place. */
  readonly digest: RevisionDigest
  /** Whoever brings it. */
  readonly by: UserId
}

/** The diagnostic `skill.replaces-edit` when an import replaces what somebody else saved. */
export async function replacedEditDiagnostics(
  store: Pick<TenantStore, 'members'>,
  { before: { slug, head }, digest, by }: Replacing,
): Promise<readonly Diagnostic[]> {
  if (head.createdBy === by || head.digest === digest) return []
  return [
    {
      ...{ code: 'skill.replaces-edit', severity: 'warning', line: 1, column: 1 },
      message: `This replaces revision ${head.number} of "${slug}", which ${await savedBy(store, head)}.`,
      fix: 'The history of the skill keeps it, and it can be restored there.',
    },
  ]
}

/**
 * The problem `skill.older-revision` when the skill had this content before, and somebody else saved what it has now:
 * a copy that is behind would take that back.
 */
export async function olderRevisionProblem(
  store: Pick<TenantStore, 'members' | 'skills'>,
  { before: { id, slug, head }, digest, by }: Replacing,
): Promise<Problem | undefined> {
  if (head.createdBy === by || head.digest === digest) return undefined
  const revisions = await store.skills.revisions(by, id)
  const older = revisions.findLast((revision) => revision.digest === digest)
  if (!older) return undefined
  return {
    code: 'skill.older-revision',
    kind: 'conflict',
    message: `This is revision ${older.number} of "${slug}"; since then there is revision ${head.number}, which ${await savedBy(store, head)}. Nothing was changed.`,
    hint: 'Fetch the newer one and change that. To put this one back all the same, send it without `refuse_older` (`push --force`).',
    details: { slug, revision: older.number, newest: head.number },
  }
}

/** The problem `skill.stale` when the content was made from another revision than the one that somebody else saved. */
export async function staleBaseProblem(
  store: Pick<TenantStore, 'members'>,
  { before: { slug, head }, digest, by }: Replacing,
  base: RevisionDigest,
): Promise<Problem | undefined> {
  if (head.createdBy === by || head.digest === digest || head.digest === base) return undefined
  return {
    code: 'skill.stale',
    kind: 'stale',
    message: `"${slug}" was changed since the copy was made: there is revision ${head.number}, which ${await savedBy(store, head)}. Nothing was changed.`,
    hint: 'Take that one over first, with `sync-to` for example. To replace it all the same, send this one without `base_digest` (`push --force`).',
    details: { slug, newest: head.number },
  }
}

async function savedBy(
  { members }: Pick<TenantStore, 'members'>,
  { createdBy, reason }: Skill['head'],
): Promise<string> {
  const name = (await members.get(createdBy))?.name ?? 'a former member'
  const why = reason === '' ? '' : `: ${JSON.stringify(truncate(reason, maxReasonLength))}`
  return `${truncate(name, maxReasonLength)} saved${why}`
}

import { type Diagnostic, truncate } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { RevisionDigest, UserId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'

const maxLength = 100

/** An import that replaces what somebody else saved. */
export interface ReplacedEdit {
  readonly before: Skill
  /** Of what comes in its place. */
  readonly digest: RevisionDigest
  /** Whoever brings it. */
  readonly by: UserId
}

/** Null where nothing is replaced, or only a revision of the person's own. */
export function replacedEdit(
  before: Skill | null,
  { digest, by }: Pick<ReplacedEdit, 'digest' | 'by'>,
): ReplacedEdit | null {
  const isEdit = before && before.head.createdBy !== by && before.head.digest !== digest
  return isEdit ? { before, digest, by } : null
}

/** The diagnostic `skill.replaces-edit`: whose revision it was. */
export async function replacedEditDiagnostic(
  store: Pick<TenantStore, 'members'>,
  { before: { slug, head } }: ReplacedEdit,
): Promise<Diagnostic> {
  return {
    ...{ code: 'skill.replaces-edit', severity: 'warning', line: 1, column: 1 },
    message: `This replaces revision ${head.number} of "${slug}", which ${await savedBy(store, head)}.`,
    fix: 'The history of the skill keeps it, and it can be restored there.',
  }
}

export interface CheckedCopy {
  /** The revision that the copy was made from; without it, that is not asked. */
  readonly baseDigest?: RevisionDigest | undefined
  /** Whether it may not be what the skill had before. */
  readonly refuseOlder?: boolean | undefined
}

/**
 * Why a copy that is behind does not replace it: `skill.stale`, when it was made from another revision, or
 * `skill.older-revision`, when the skill had this content before.
 */
export async function copyBehindProblem(
  store: Pick<TenantStore, 'members' | 'skills'>,
  { before: { id, slug, head }, digest, by }: ReplacedEdit,
  { baseDigest = head.digest, refuseOlder = false }: CheckedCopy,
): Promise<Problem | undefined> {
  if (baseDigest !== head.digest) {
    return {
      code: 'skill.stale',
      kind: 'stale',
      message: `"${slug}" was changed since the copy was made: there is revision ${head.number}, which ${await savedBy(store, head)}. Nothing was changed.`,
      hint: 'Take that one over first, with `sync-to` for example. To replace it all the same, send this one without `base_digest` (`push --force`).',
      details: { slug, newest: head.number },
    }
  }
  if (!refuseOlder) return undefined
  const older = (await store.skills.revisions(by, id)).findLast((one) => one.digest === digest)
  if (!older) return undefined
  return {
    code: 'skill.older-revision',
    kind: 'conflict',
    message: `This is revision ${older.number} of "${slug}"; since then there is revision ${head.number}, which ${await savedBy(store, head)}. Nothing was changed.`,
    hint: 'Fetch the newer one and change that. To put this one back all the same, send it without `refuse_older` (`push --force`).',
    details: { slug, revision: older.number, newest: head.number },
  }
}

async function savedBy(
  { members }: Pick<TenantStore, 'members'>,
  { createdBy, reason }: Skill['head'],
): Promise<string> {
  const name = (await members.get(createdBy))?.name ?? 'a former member'
  const why = reason === '' ? '' : `: ${JSON.stringify(truncate(reason, maxLength))}`
  return `${truncate(name, maxLength)} saved${why}`
}

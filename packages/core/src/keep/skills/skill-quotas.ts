import type { Timestamp, UserId } from '../../base/ids.ts'
import { addedBytes, type QuotaRequest } from '../../domain/quotas.ts'
import type { SkillScope } from '../../domain/skill.ts'
import type { SkillWrite } from './skill-write.ts'

/** What planned writes add: for the organisation all together, then for each person whose skills they change. */
export function addedSkills(
  writes: readonly SkillWrite[],
  now: Timestamp,
): readonly QuotaRequest[] {
  const people = new Set(writes.map(({ after }) => personOf(after.scope)))
  return [null, ...[...people].filter((person) => person !== null)].flatMap((person) => {
    const own = writes.filter(({ after }) => person === null || personOf(after.scope) === person)
    const skills = own.filter(({ before }) => before === null).length
    const bytes = own.flatMap(addedBytesOf).reduce((sum, one) => sum + one, 0)
    return [
      { quota: 'skills' as const, person, adding: skills, now },
      { quota: 'bytes' as const, person, adding: bytes, now },
    ]
  })
}

/** Bytes that each revision of a write adds to the one before it. */
export function addedBytesOf({ before, revisions }: SkillWrite): readonly number[] {
  const manifests = [before?.head.manifest ?? [], ...revisions.map((one) => one.revision.manifest)]
  return revisions.map(({ revision }, at) => addedBytes(revision.manifest, manifests[at] ?? []))
}

/** Whose skill it is; null for the organisation's. */
export function personOf(scope: SkillScope): UserId | null {
  return scope.kind === 'user' ? scope.userId : null
}

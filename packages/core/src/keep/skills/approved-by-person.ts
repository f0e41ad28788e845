import type { UserId } from '../../base/ids.ts'
import { isWrittenByPerson, type Skill } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'

/**
 * Whether a person of the organisation wrote the skill's current revision, brought it in by hand, or approved it when it
 * arrived. What a policy applied, an agent saved or a service account wrote counts as approved by nobody, and so does
 * the revision of somebody who has left.
 */
export async function isApprovedByPerson(
  {
    members,
    reviews,
  }: Pick<TenantStore, 'members'> & {
    readonly reviews: Pick<TenantStore['reviews'], 'approvers'>
  },
  { head, origin }: Pick<Skill, 'head' | 'origin'>,
): Promise<boolean> {
  const candidates: readonly UserId[] = isWrittenByPerson(origin)
    ? [head.createdBy]
    : await reviews.approvers(head.digest)
  const found = await Promise.all(candidates.map((id) => members.get(id)))
  return found.some((member) => member?.kind === 'person')
}

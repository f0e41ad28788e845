import type { SkillId } from '../base/ids.ts'
import type { PendingRevisionHead } from './pending-revision.ts'

/** A personal skill, and its slug where it is known. */
export interface OfferedSkill {
  readonly id: SkillId
  readonly slug: string | null
}

/**
 * Whether it offers this personal skill. An offer of an earlier release does not say of which it is: it is found by the
 * slug, or because it moves the skill. Pure.
 */
export function isOfferOf(
  { proposal, skillId, slug }: Pick<PendingRevisionHead, 'proposal' | 'skillId' | 'slug'>,
  skill: OfferedSkill,
): boolean {
  if (proposal?.conversationId !== null) return false
  if (proposal.offeredSkillId !== null) return proposal.offeredSkillId === skill.id
  return skillId === skill.id || slug === skill.slug
}

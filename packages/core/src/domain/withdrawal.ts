import type { WithdrawalReason } from './session-state.ts'
import type { Skill } from './skill.ts'

/**
 * Why a skill that a conversation uses is no longer available; null while it is. `skill` is null where the viewer sees none.
 * An archived skill is disabled too, and what is revoked matters more than what became of the skill. Pure.
 */
export function withdrawalReason(
  skill: Pick<Skill, 'enabled' | 'archivedAt'> | null,
  isRevoked: boolean,
): WithdrawalReason | null {
  if (isRevoked) return 'revoked'
  if (!skill) return 'deleted'
  if (skill.enabled) return null
  return skill.archivedAt === null ? 'disabled' : 'archived'
}

import type { Problem } from '../../base/errors.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import { skillUseProblem } from '../conversation/switch-skill.ts'

/**
 * Why a principal may not run code of their own in the sandbox; undefined when they may. It takes what the
 * same code in a skill takes: to write the skill, and to run its script. Pure.
 */
export function ownCodeProblem(
  principal: Principal,
  settings: OrganisationSettings,
): Problem | undefined {
  return (
    missingPermission(principal, 'conversations.use') ??
    missingPermission(principal, 'skills.write') ??
    skillUseProblem(principal, settings)
  )
}

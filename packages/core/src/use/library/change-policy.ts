import type { SkillChangeAction } from '../../domain/approval.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'

export interface ChangePolicyInput {
  readonly action: SkillChangeAction
  /** Null for a new skill. */
  readonly target: Pick<Skill, 'scope' | 'origin' | 'enabled'> | null
  readonly settings: Pick<OrganisationSettings, 'agentSkillPolicy'>
  /** The conversation contains untrusted input. */
  readonly untrustedInput: boolean
}

/**
 * Whether a person has to approve an agent's change of the library (decision 21). Under the policy `save`,
 * and without untrusted input, an agent may create skills and change those that agents made for this
 * person. Skills by people, of the organisation, or disabled ones always need an approval.
 */
export function changeNeedsApproval({
  action,
  target,
  settings,
  untrustedInput,
}: ChangePolicyInput): boolean {
  if (settings.agentSkillPolicy !== 'save' || untrustedInput) return true
  if (!target) return false
  const agentsOwn = target.scope.kind === 'user' && target.origin.provenance === 'agent'
  const reEnables = !target.enabled && action !== 'delete'
  return !agentsOwn || reEnables
}

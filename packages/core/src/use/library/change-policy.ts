import type { SkillChangeAction } from '../../domain/approval.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'

export interface ChangePolicyInput {
  readonly action: SkillChangeAction
  /** Null for a new skill. */
  readonly target: Pick<Skill, 'scope' | 'origin' | 'enabled'> | null
  readonly settings: Pick<OrganisationSettings, 'agentSkillPolicy'>
  /** The agent may be led by a stranger's words. */
  readonly untrustedInput: boolean
}

/**
 * Whether a person is asked before an agent changes the library (decision 21). Where the organisation says
 * `save`, an agent that nothing from outside has reached does as it thinks right with what is new and with what
 * agents made for that person; what a person wrote, what the organisation shares and what somebody switched off
 * changes by a yes alone.
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

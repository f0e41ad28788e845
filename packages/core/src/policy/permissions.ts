import type { Approval } from '../approval/approval.ts'
import type { Skill, SkillScope } from '../catalog/skill.ts'
import type { Problem } from '../errors.ts'
import { type Permission, type Principal, permissions, type Role } from './principal.ts'
import type { OrganisationSettings } from './settings.ts'

const memberPermissions: readonly Permission[] = [
  'skills.read',
  'skills.write',
  'conversations.use',
]

/** The most a person of this role may do (A13); an API key's scopes can only narrow it. */
export function rolePermissions(role: Role): readonly Permission[] {
  switch (role) {
    case 'owner':
    case 'admin':
      return permissions
    case 'member':
      return memberPermissions
  }
}

/** What a credential may do: its scopes, as far as the role of the person behind it goes. */
export function narrowPermissions(
  role: Role,
  scopes: readonly Permission[],
): readonly Permission[] {
  return rolePermissions(role).filter((permission) => scopes.includes(permission))
}

export function isAdministrator(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

/** Whether the organisation's policy keeps enabling skills from this role altogether (A7). */
export function mayNotEnable(
  settings: Pick<OrganisationSettings, 'skillEnablementPolicy'>,
  role: Role,
): boolean {
  return settings.skillEnablementPolicy === 'admin-only' && !isAdministrator(role)
}

/** Undefined when allowed; otherwise the problem to answer with (`auth.permission-missing`). */
export function missingPermission(
  principal: Principal,
  permission: Permission,
): Problem | undefined {
  const allowed =
    principal.permissions.includes(permission) &&
    rolePermissions(principal.role).includes(permission)
  if (allowed) return undefined
  return {
    code: 'auth.permission-missing',
    kind: 'forbidden',
    message: `This needs the permission ${permission}, which the credential does not carry.`,
    hint: 'Use a key with that scope, or ask an owner or admin of the organisation.',
    details: { permission },
  }
}

/**
 * Who may write a skill of `scope` (A8, A13), and change `skill` when one is given: members only skills
 * of their own; the organisation's only owners and admins. Nobody writes another person's skill, not
 * even an administrator, who cannot see it either: that is answered as absent.
 */
export function canWriteSkill(
  principal: Principal,
  scope: SkillScope,
  skill?: Pick<Skill, 'scope'>,
): Problem | undefined {
  const missing = missingPermission(principal, 'skills.write')
  if (missing) return missing
  return (skill && scopeProblem(principal, skill.scope)) ?? scopeProblem(principal, scope)
}

function scopeProblem(principal: Principal, scope: SkillScope): Problem | undefined {
  if (scope.kind === 'user') {
    if (scope.userId === principal.userId) return undefined
    return { code: 'skill.not-found', kind: 'not-found', message: 'There is no such skill.' }
  }
  if (isAdministrator(principal.role)) return undefined
  return {
    code: 'skill.org-scope-forbidden',
    kind: 'forbidden',
    message: 'Only an owner or admin may write skills that the whole organisation sees.',
    hint: 'Save it as your own skill (scope "user"), or ask an owner or admin to publish it.',
  }
}

/**
 * Who may answer an approval (A7): the person on whose behalf the run works, or an owner or admin of the
 * organisation; either with `conversations.use`. To everybody else it does not exist.
 */
export function canAnswerApproval(
  principal: Principal,
  approval: Pick<Approval, 'requestedBy'>,
): Problem | undefined {
  const concerned = approval.requestedBy === principal.userId || isAdministrator(principal.role)
  if (!concerned) {
    return { code: 'approval.not-found', kind: 'not-found', message: 'There is no such approval.' }
  }
  return missingPermission(principal, 'conversations.use')
}

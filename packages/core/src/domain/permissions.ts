import type { Problem } from '../base/errors.ts'
import { type ApprovalAudience, isOfAudience, type RequestedApproval } from './approval-audience.ts'
import { type Permission, type Principal, permissions, type Role } from './principal.ts'
import type { OrganisationSettings } from './settings.ts'
import type { Skill, SkillScope } from './skill.ts'

const memberPermissions: readonly Permission[] = [
  'skills.read',
  'skills.write',
  'conversations.use',
]

/** The maximum permissions of a role; the scopes of an API key can only narrow them. */
export function rolePermissions(role: Role): readonly Permission[] {
  switch (role) {
    case 'owner':
    case 'admin':
      return permissions
    case 'member':
      return memberPermissions
  }
}

/** The permissions of a credential: its scopes, limited by the role of its owner. */
export function narrowPermissions(
  role: Role,
  scopes: readonly Permission[],
): readonly Permission[] {
  return rolePermissions(role).filter((permission) => scopes.includes(permission))
}

export function isAdministrator(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

/** Whether the organisation's policy forbids this role to enable skills. */
export function mayNotEnable(
  settings: Pick<OrganisationSettings, 'skillEnablementPolicy'>,
  role: Role,
): boolean {
  return settings.skillEnablementPolicy === 'admin-only' && !isAdministrator(role)
}

/** Whether it forbids this role to fetch skills from a registry into a conversation. */
export function mayNotFetch(
  settings: Pick<OrganisationSettings, 'skillsDynamicSearchPolicy'>,
  role: Role,
): boolean {
  return settings.skillsDynamicSearchPolicy === 'admin-only' && !isAdministrator(role)
}

/** Undefined when allowed; otherwise the problem `auth.permission-missing`. */
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
 * Why a principal may not write a skill of `scope`, or change `skill` when one is given;
 * undefined when they may. Members write only their own skills; owners and admins also those of the
 * organisation. Nobody writes another person's skill: it is reported as absent, to administrators too.
 */
export function skillWriteProblem(
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
 * Which approval requests this person sees. Clarifications of other people are never among them, nor
 * connectors that those people decide alone.
 */
export function approvalAudience(
  { userId: person, role }: Pick<Principal, 'userId' | 'role'>,
  { connectorAccess }: Pick<OrganisationSettings, 'connectorAccess'>,
): ApprovalAudience {
  if (!isAdministrator(role)) return { person }
  const adminConnectors = Object.entries(connectorAccess).filter(
    ([, access]) => access === 'ask-admin',
  )
  return { person, administers: { connectors: adminConnectors.map(([connector]) => connector) } }
}

/**
 * Why a principal may not answer an approval; undefined when they may. Everybody needs
 * `conversations.use`. To enable a skill: the person the run works for, or an owner or admin. A
 * clarification: that person alone. A change of the library: that person, with `skills.write`. A
 * connector: that person, but only owners and admins where its access is `ask-admin`. Packages of scripts:
 * owners and admins alone. For everybody else
 * the approval does not exist.
 */
export function approvalAnswerProblem(
  principal: Principal,
  approval: RequestedApproval,
  settings: Pick<OrganisationSettings, 'connectorAccess'>,
): Problem | undefined {
  if (!isOfAudience(approval, approvalAudience(principal, settings))) {
    return { code: 'approval.not-found', kind: 'not-found', message: 'There is no such approval.' }
  }
  const missing = missingPermission(principal, permissionToAnswer(approval))
  if (missing || isAdministrator(principal.role)) return missing
  if (approval.type === 'package_installation') return installationNeedsAdministrator
  if (approval.type !== 'connector_access') return undefined
  if (settings.connectorAccess[approval.subject.connector] !== 'ask-admin') return undefined
  return {
    code: 'approval.administrators-only',
    kind: 'forbidden',
    message: 'Only an owner or admin may let a conversation use this connector.',
    hint: 'Ask one of them to answer it on their Approvals page.',
    details: { connector: approval.subject.connector },
  }
}

const installationNeedsAdministrator: Problem = {
  code: 'approval.administrators-only',
  kind: 'forbidden',
  message: 'Only an owner or admin may let packages be installed for scripts.',
  hint: 'Ask one of them to answer it on their Approvals page.',
}

/** Approving a change counts as making it. */
function permissionToAnswer({ type }: RequestedApproval): Permission {
  return type === 'skill_change' ? 'skills.write' : 'conversations.use'
}

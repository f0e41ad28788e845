import type { Me, SettingsBody, SkillListItem, SourceBody } from '@repertoire/protocol'

type Permission = Me['permissions'][number]
type Role = Me['member']['role']
type Person = Pick<Me, 'permissions'> & { readonly member: Pick<Me['member'], 'role'> }

/** What needs a role beside a permission. */
const byRole = {
  'sources.trust': { permission: 'skills.write', roles: ['owner', 'admin'] },
  'organisation-skills.write': { permission: 'skills.write', roles: ['owner', 'admin'] },
  'blocked.take': { permission: 'skills.write', roles: ['owner'] },
  'connectors.answer': { permission: 'conversations.use', roles: ['owner', 'admin'] },
  'packages.approve': { permission: 'conversations.use', roles: ['owner', 'admin'] },
  'scanner.relax': { permission: 'settings.write', roles: ['owner'] },
  'connectors.change': { permission: 'settings.write', roles: ['owner'] },
  'models.change': { permission: 'settings.write', roles: ['owner'] },
  'notification.change': { permission: 'settings.write', roles: ['owner'] },
  'owners.manage': { permission: 'members.write', roles: ['owner'] },
} as const satisfies Record<string, { permission: Permission; roles: readonly Role[] }>

export type AllowedAction = Permission | keyof typeof byRole

/**
 * Whether the person may do something, from what the server says about them. The only place of the page that decides it;
 * the server decides again.
 */
export function may({ permissions, member }: Person, ability: AllowedAction): boolean {
  if (!permissions.includes(permissionFor(ability))) return false
  if (!isByRole(ability)) return true
  const roles: readonly Role[] = byRole[ability].roles
  return roles.includes(member.role)
}

/** Whether the person may activate skills in a conversation, by the organisation's policy. */
export function mayEnableSkills(
  person: Person,
  policy: SettingsBody['skill_enablement_policy'],
): boolean {
  const isAdministrator = person.member.role !== 'member'
  return may(person, 'skills.read') && (policy !== 'admin-only' || isAdministrator)
}

/** Whether the person may write skills of this scope; members write only their own. */
export function mayWriteScope(person: Person, scope: SkillListItem['scope']): boolean {
  return may(person, scope === 'org' ? 'organisation-skills.write' : 'skills.write')
}

/** Whether the person may take a content for which the server wants the yes of this role. */
export function mayTakeFindings(
  person: Person,
  needed: 'owner' | 'administrator' | 'writer',
): boolean {
  const abilities = {
    owner: 'blocked.take',
    administrator: 'sources.trust',
    writer: 'skills.write',
  } as const
  return may(person, abilities[needed])
}

/** Whether the person may change, sync and remove a source; members only their own, as long as nobody trusts it. */
export function mayChangeSource(
  person: Person & { readonly member: Pick<Me['member'], 'id'> },
  source: Pick<SourceBody, 'created_by' | 'review_policy' | 'has_token'>,
): boolean {
  if (may(person, 'sources.trust')) return true
  const isOwn = source.created_by === person.member.id
  const isTrusted = source.review_policy !== 'hold' || source.has_token
  return may(person, 'skills.write') && isOwn && !isTrusted
}

/** Whether the role is the one that only its holders manage. */
export function isOwner(role: Role): boolean {
  return role === 'owner'
}

/** The missing permission where the key is the reason; null where the role is. */
export function missingOfKey({ member }: Pick<Person, 'member'>, ability: AllowedAction) {
  return member.role === 'member' ? null : permissionFor(ability)
}

function permissionFor(ability: AllowedAction): Permission {
  return isByRole(ability) ? byRole[ability].permission : ability
}

function isByRole(ability: AllowedAction): ability is keyof typeof byRole {
  return ability in byRole
}

import type { Me, SkillListItem } from '@repertoire/protocol'

type Permission = Me['permissions'][number]
type Person = Pick<Me, 'permissions'> & { readonly member: Pick<Me['member'], 'role'> }

/** What only owners and admins may do although members have the permission, with that permission. */
const forAdministrators = {
  'organisation-skills.write': 'skills.write',
  'connectors.answer': 'conversations.use',
  'packages.approve': 'conversations.use',
} as const satisfies Record<string, Permission>

export type Ability = Permission | keyof typeof forAdministrators

/**
 * Whether the person may do something, from what the server says about them. The only place of the page that decides it;
 * the server decides again.
 */
export function may({ permissions, member }: Person, ability: Ability): boolean {
  if (!(ability in forAdministrators)) return permissions.includes(ability as Permission)
  return permissions.includes(permissionFor(ability)) && member.role !== 'member'
}

/** Whether the person may write skills of this scope; members write only their own. */
export function mayWriteScope(person: Person, scope: SkillListItem['scope']): boolean {
  return may(person, scope === 'org' ? 'organisation-skills.write' : 'skills.write')
}

/** The missing permission where the key is the reason; null where the role is. */
export function missingOfKey({ member }: Pick<Person, 'member'>, ability: Ability) {
  return member.role === 'member' ? null : permissionFor(ability)
}

function permissionFor(ability: Ability): Permission {
  return ability in forAdministrators
    ? forAdministrators[ability as keyof typeof forAdministrators]
    : (ability as Permission)
}

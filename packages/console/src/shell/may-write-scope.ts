import type { Me, SkillListItem } from '@repertoire/protocol'

type Writer = Pick<Me, 'permissions'> & { readonly member: Pick<Me['member'], 'role'> }

/** Whether the person may write skills of this scope; members write only their own. The server decides again. */
export function mayWriteScope(
  { permissions, member }: Writer,
  scope: SkillListItem['scope'],
): boolean {
  if (!permissions.includes('skills.write')) return false
  return scope === 'user' || member.role !== 'member'
}

import type { MemberBody } from '@repertoire/protocol'

type Named = Pick<MemberBody, 'id' | 'name' | 'kind'>

/** A member's name, which says when it is no person, and which one of several with the name it is. */
export function memberLabel(member: Named, members: readonly Named[]): string {
  const { id, name, kind } = member
  const said = kind === 'service' ? `${name} (service account)` : name
  return sharesName(member, members) ? `${said}, ${id}` : said
}

/** Whether another member is called the same, so that only the id tells them apart. */
export function sharesName(member: Named, members: readonly Named[]): boolean {
  return members.some(({ id, name }) => id !== member.id && folded(name) === folded(member.name))
}

const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase()

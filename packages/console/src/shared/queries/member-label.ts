import type { MemberBody } from '@repertoire/protocol'

/** A member's name, which says when it is no person. */
export function memberLabel({ name, kind }: Pick<MemberBody, 'name' | 'kind'>): string {
  return kind === 'service' ? `${name} (service account)` : name
}

import type { MemberBody } from '@repertoire/protocol'
import { queryClient } from '../../shared/api/queries.ts'

export type Role = MemberBody['role']

export const roles = [
  { value: 'owner', label: 'Owner' },
  { value: 'admin', label: 'Admin' },
  { value: 'member', label: 'Member' },
] as const satisfies readonly { readonly value: Role; readonly label: string }[]

export const refreshMembers = () => queryClient.invalidateQueries({ queryKey: ['members'] })

/** What is done with one member. */
export interface OfMember {
  readonly member: MemberBody
  /** The name, and which one of several with it. */
  readonly label: string
}

import type { Me } from '@repertoire/protocol'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../api/queries.ts'
import { type AllowedAction, may, mayWriteScope } from './may.ts'

/** Who is signed in; the layout route has already fetched it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

export function useCan(ability: AllowedAction): boolean {
  return may(useMe(), ability)
}

/** Whether this person may change skills of a scope: those of the organisation are for its owners and admins. */
export function useMayWriteSkills(scope: 'org' | 'user'): boolean {
  return mayWriteScope(useMe(), scope)
}

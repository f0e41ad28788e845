import type { Me } from '@repertoire/protocol'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from './queries.ts'

/** Who is signed in; the layout route has already fetched it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

export function useCan(permission: Me['permissions'][number]): boolean {
  return useMe().permissions.includes(permission)
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { refreshInbox } from '../inbox/inbox-queries.ts'
import { api } from '../shell/api.ts'
import { queryClient } from '../shell/queries.ts'

/** Those that wait for somebody. */
export const pendingProposalsQuery = queryOptions({
  queryKey: ['proposals', 'pending'],
  queryFn: () => api.proposals.list({ status: 'pending', limit: 100 }),
  refetchInterval: 15_000,
})

export const allProposalsQuery = infiniteQueryOptions({
  queryKey: ['proposals', 'all'],
  queryFn: ({ pageParam }) =>
    api.proposals.list({ limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: () => api.proposals.get(id),
    // The skill it changes may have moved on since it was last looked at: each look is a new one.
    staleTime: 0,
  })
}

/** After a decision: the proposals, and the library they were about. */
export async function refreshProposals(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['proposals'] }),
    queryClient.invalidateQueries({ queryKey: ['skills'] }),
    refreshInbox(),
  ])
}

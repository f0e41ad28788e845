import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queries.ts'

export const agentsQuery = infiniteQueryOptions({
  queryKey: ['agents', 'list'],
  queryFn: ({ pageParam }) =>
    api.agents.list({ limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})

export function agentQuery(id: string) {
  return queryOptions({ queryKey: ['agents', 'one', id], queryFn: () => api.agents.get(id) })
}

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => api.agents.models(),
  staleTime: 60_000,
})

export function refreshAgents(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['agents'] })
}

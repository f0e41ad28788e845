import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queries.ts'
import { pagedQuery, wholeQuery } from '../api/query-options.ts'

export const agentsQuery = pagedQuery(['agents', 'list'], (page) =>
  api.agents.list({ limit: 100, ...page }),
)

export function agentQuery(id: string) {
  return wholeQuery(['agents', 'one', id], () => api.agents.get(id))
}

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => api.agents.models(),
  staleTime: 60_000,
})

export function refreshAgents(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['agents'] })
}

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { pagedQuery } from '../../shared/api/paged-query.ts'
import { queryClient } from '../../shared/api/queries.ts'

/** Of every agent that remembers something about whoever is signed in. */
export const memoryAgentsQuery = queryOptions({
  queryKey: ['memories', 'agents'],
  queryFn: () => api.memories.list(),
})

/** `agentId` is null for conversations without an agent. */
export function memoriesQuery(agentId: string | null) {
  return queryOptions({
    queryKey: ['memories', 'one', agentId],
    queryFn: () => api.memories.get(agentId),
  })
}

export function memoryHistoryQuery(agentId: string | null) {
  return pagedQuery(['memories', 'history', agentId], (page) =>
    api.memories.history(agentId, { limit: 50, ...page }),
  )
}

export function refreshMemories(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['memories'] })
}

import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { pagedQuery, wholeQuery } from '../../shared/api/query-options.ts'

/** Of every agent that remembers something about whoever is signed in. */
export const memoryAgentsQuery = wholeQuery(['memories', 'agents'], () => api.memories.list())

/** `agentId` is null for conversations without an agent. */
export function memoriesQuery(agentId: string | null) {
  return wholeQuery(['memories', 'one', agentId], () => api.memories.get(agentId))
}

export function memoryHistoryQuery(agentId: string | null) {
  return pagedQuery(['memories', 'history', agentId], (page) =>
    api.memories.history(agentId, { limit: 50, ...page }),
  )
}

export function refreshMemories(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['memories'] })
}

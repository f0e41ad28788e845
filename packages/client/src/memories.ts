import type { MemoriesBody, MemoriesUpdate, MemoryPage } from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { Resource } from './resource.ts'

/** An agent's id; null for conversations without an agent. */
export type MemoryAgentId = string | null

/** What agents remember about the caller. */
export class MemoriesResource extends Resource {
  get(agentId: MemoryAgentId): Promise<MemoriesBody> {
    return this.transport.json(path, { query: queryOf(agentId) })
  }

  /** Replaces the text. `etag`: rejected as `observations.stale` when outdated. */
  put(agentId: MemoryAgentId, change: MemoriesUpdate, etag?: string): Promise<MemoriesBody> {
    const query = queryOf(agentId)
    return this.transport.json(path, { method: 'PUT', query, body: change, etag })
  }

  /** The memories of all agents. */
  readonly list = this.call('get', '/api/v1/memories/agents')

  /** Newest first. */
  history(agentId: MemoryAgentId, page: PageQuery = {}): Promise<MemoryPage> {
    return this.transport.json(`${path}/history`, { query: { ...queryOf(agentId), ...page } })
  }

  /** Restores a version as a new one; 0 is the empty state before the first. `etag` as in {@link put}. */
  restore(agentId: MemoryAgentId, version: number, etag?: string): Promise<MemoriesBody> {
    const query = queryOf(agentId)
    return this.transport.json(`${path}/history/${version}/restore`, {
      method: 'POST',
      query,
      etag,
    })
  }
}

const path = '/api/v1/memories'

function queryOf(agentId: MemoryAgentId): { agent_id?: string } {
  return agentId === null ? {} : { agent_id: agentId }
}

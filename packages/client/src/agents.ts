import type {
  AgentBody,
  AgentCreate,
  AgentPage,
  AgentUpdate,
  ModelList,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

/** The organisation's agents, and the models they may use. */
export class AgentsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: PageQuery = {}): Promise<AgentPage> {
    return this.#transport.json('/api/v1/agents', { query: { ...query } })
  }

  create(agent: AgentCreate): Promise<AgentBody> {
    return this.#transport.json('/api/v1/agents', { method: 'POST', body: agent })
  }

  get(id: string): Promise<AgentBody> {
    return this.#transport.json(`/api/v1/agents/${segment(id)}`)
  }

  /** Changes only the given fields. `etag`: rejected as `agent.stale` when outdated. */
  update(id: string, change: AgentUpdate, etag?: string): Promise<AgentBody> {
    const path = `/api/v1/agents/${segment(id)}`
    return this.#transport.json(path, { method: 'PUT', body: change, etag })
  }

  remove(id: string, etag?: string): Promise<void> {
    return this.#transport.json(`/api/v1/agents/${segment(id)}`, { method: 'DELETE', etag })
  }

  models(): Promise<ModelList> {
    return this.#transport.json('/api/v1/models')
  }
}

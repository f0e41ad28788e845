import { Resource } from './resource.ts'

/** The organisation's agents, and the models they may use. */
export class AgentsResource extends Resource {
  readonly list = this.call('get', '/api/v1/agents')
  readonly create = this.call('post', '/api/v1/agents')
  readonly get = this.call('get', '/api/v1/agents/{id}')

  /** Changes only the given fields. `etag`: rejected as `agent.stale` when outdated. */
  readonly update = this.call('put', '/api/v1/agents/{id}')
  readonly remove = this.call('delete', '/api/v1/agents/{id}')
  readonly models = this.call('get', '/api/v1/models')
}

import { Resource } from './resource.ts'

/** MCP servers that the operator configured or owners added. */
export class ConnectorsResource extends Resource {
  readonly list = this.call('get', '/api/v1/connectors')

  /** Connects first if necessary. */
  readonly tools = this.call('get', '/api/v1/connectors/{name}/tools')

  /** Reconnects now, and says what it offers. One that does not work is an answer, not an error. */
  readonly check = this.call('post', '/api/v1/connectors/{name}/check')

  /** The values of headers are never shown again. */
  readonly add = this.call('post', '/api/v1/connectors')

  /** Changes only the given fields. `etag`: rejected as `connector.stale` when outdated. */
  readonly update = this.call('put', '/api/v1/connectors/{name}')

  /** With its headers. */
  readonly remove = this.call('delete', '/api/v1/connectors/{name}')
}

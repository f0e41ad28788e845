import type {
  CheckedConnectorBody,
  ConnectorBody,
  ConnectorCreate,
  ConnectorList,
  ConnectorToolBody,
  ConnectorUpdate,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** MCP servers that the operator configured or owners added. */
export class ConnectorsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<ConnectorList> {
    return this.#transport.json('/api/v1/connectors')
  }

  /** Connects first if necessary. */
  tools(name: string): Promise<{ items: ConnectorToolBody[] }> {
    return this.#transport.json(`/api/v1/connectors/${segment(name)}/tools`)
  }

  /** Reconnects now, and says what it offers. One that does not work is an answer, not an error. */
  check(name: string): Promise<CheckedConnectorBody> {
    return this.#transport.json(`/api/v1/connectors/${segment(name)}/check`, { method: 'POST' })
  }

  /** The values of headers are never shown again. */
  add(body: ConnectorCreate): Promise<ConnectorBody> {
    return this.#transport.json('/api/v1/connectors', { method: 'POST', body })
  }

  /** Changes only the given fields. `etag`: rejected as `connector.stale` when outdated. */
  update(name: string, body: ConnectorUpdate, etag?: string): Promise<ConnectorBody> {
    return this.#transport.json(`/api/v1/connectors/${segment(name)}`, {
      ...{ method: 'PUT', body, etag },
    })
  }

  /** With its headers. */
  remove(name: string): Promise<void> {
    return this.#transport.json(`/api/v1/connectors/${segment(name)}`, { method: 'DELETE' })
  }
}

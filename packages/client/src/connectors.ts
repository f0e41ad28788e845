import type { ConnectorBody, ConnectorList, ConnectorToolBody } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** MCP servers the operator has configured. */
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

  /** Reconnects now and returns the state. */
  check(name: string): Promise<ConnectorBody> {
    return this.#transport.json(`/api/v1/connectors/${segment(name)}/check`, { method: 'POST' })
  }
}

import {
  connectorExists,
  connectorStale,
  storedConnectorNotFound,
} from '../keep/connectors/connector-problems.ts'
import type { ConnectorStore } from '../ports/connectors.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryConnectors({ connectors }: InMemoryTenant): ConnectorStore {
  return {
    list: async () => [...connectors.values()].sort((a, b) => compareText(a.name, b.name)),
    get: async (name) => connectors.get(name) ?? null,
    create: async (connector) => {
      if (connectors.has(connector.name)) throw connectorExists(connector.name)
      connectors.set(connector.name, connector)
    },
    update: async (connector, expectedVersion) => {
      const before = connectors.get(connector.name)
      if (!before) throw storedConnectorNotFound(connector.name)
      if (before.version !== expectedVersion) throw connectorStale(connector.name)
      connectors.set(connector.name, connector)
    },
    remove: async (name) => connectors.delete(name),
  }
}

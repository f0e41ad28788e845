import type { JsonObject, JsonValue } from '../base/json.ts'
import type { Connector, ConnectorTool, StoredConnector } from '../domain/connector.ts'
import type { Principal } from '../domain/principal.ts'

/** The MCP servers of the caller's organisation. Throws ProblemError `connector.*`. */
export interface ConnectorHub {
  /** Ordered by name. Does not connect. */
  list(principal: Principal): Promise<readonly Connector[]>
  tools(
    principal: Principal,
    connector: string,
    signal: AbortSignal,
  ): Promise<readonly ConnectorTool[]>
  /**
   * Validates the input against the tool's schema and calls it. `digest`: the permitted configuration of the
   * connector; when it has changed, nothing is sent (`connector.changed`). `key`: an idempotency key for
   * servers that support it. The result is untrusted.
   */
  call(
    principal: Principal,
    request: {
      readonly connector: string
      readonly digest: string
      readonly tool: string
      readonly input: JsonObject
      readonly key: string
      readonly signal: AbortSignal
    },
  ): Promise<JsonValue>
}

/** The connectors that owners of an organisation added. */
export interface ConnectorStore {
  /** By name. */
  list(): Promise<readonly StoredConnector[]>
  get(name: string): Promise<StoredConnector | null>
  /** Throws ProblemError `connector.exists`. */
  create(connector: StoredConnector): Promise<void>
  /**
   * Replaces all but the name; `expectedVersion` is the version before. Throws `connector.not-found` or
   * `connector.stale`.
   */
  update(connector: StoredConnector, expectedVersion: number): Promise<void>
  /** False when there is none. */
  remove(name: string): Promise<boolean>
}

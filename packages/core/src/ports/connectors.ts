import type { JsonObject, JsonValue } from '../base/json.ts'
import type { Connector, ConnectorTool } from '../domain/connector.ts'
import type { Principal } from '../domain/principal.ts'

/** The MCP servers of one process, as far as the caller's organisation has them. Throws ProblemError `connector.*`. */
export interface ConnectorHub {
  /** In order of name. Contacts none of them. */
  list(principal: Principal): Promise<readonly Connector[]>
  tools(
    principal: Principal,
    connector: string,
    signal: AbortSignal,
  ): Promise<readonly ConnectorTool[]>
  /**
   * Checks the input against the tool's schema and calls it. `digest`: of the connector that was permitted;
   * when it has become another one, nothing is sent (`connector.changed`). `key`: of this one call among
   * all there are, so that a server that heeds it does not act twice. The answer is untrusted data.
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

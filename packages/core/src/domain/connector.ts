import type { JsonObject } from '../base/json.ts'
import type { ToolAnnotations } from './tool-tier.ts'

/** How conversations of an organisation may use a connector. */
export type ConnectorAccess =
  /** Hidden. */
  | 'off'
  /** An owner or admin has to approve it for each conversation. */
  | 'ask-admin'
  /** The person of the conversation has to approve it. */
  | 'ask'
  /** Usable without approval. */
  | 'open'

/** An MCP server the operator has configured. */
export interface Connector {
  /** Matches `[a-z0-9-]`, at most 64 characters. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** The target as shown to people: a URL without query, or the name of a local command. Never a secret. */
  readonly endpoint: string
  /**
   * `sha256:<hex>` of everything that decides where calls go. A changed digest makes a stored approval
   * stale.
   */
  readonly digest: string
  /** The operator trusts this server's tool annotations (E6); absent means no. */
  readonly trustsAnnotations?: boolean
  /** The number of its tools; absent until it was connected. */
  readonly toolCount?: number
}

/** A tool as its server describes it. Untrusted text. */
export interface ConnectorTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** The server's annotations of the tool; absent when there are none. */
  readonly annotations?: ToolAnnotations
}

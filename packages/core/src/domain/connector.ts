import type { Timestamp, UserId } from '../base/ids.ts'
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

/** An MCP server of the operator's file, or one that an owner of the organisation added. */
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
  /** The operator trusts this server's tool annotations; absent means no. */
  readonly trustsAnnotations?: boolean
  /** The operator's word whether third parties can read what this server is sent; absent: nothing is said. */
  readonly openWorld?: boolean
  /** The number of its tools; absent until it was connected. */
  readonly toolCount?: number
}

/** A header as it is stored. Its value is never shown. */
export interface StoredHeader {
  readonly name: string
  readonly encrypted: string
  readonly setAt: Timestamp
}

/** A connector that an owner of the organisation added: always an address, never a command. */
export interface StoredConnector {
  /** Unique in the organisation; never changes. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly url: string
  readonly headers: readonly StoredHeader[]
  /** The owner's word whether third parties can read what this server is sent; null: nothing is said. */
  readonly openWorld: boolean | null
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Increases with every change; the ETag. */
  readonly version: number
}

/** A tool as its server describes it. Untrusted text. */
export interface ConnectorTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** The server's annotations of the tool; absent when there are none. */
  readonly annotations?: ToolAnnotations
}

/**
 * Whether third parties can read what the tool is sent: what the operator says of the server, else what the server
 * says of the tool. That it reaches nobody counts only from a trusted server. Null: nobody has said. Pure.
 */
export function isOpenWorld(
  { openWorld, trustsAnnotations = false }: Pick<Connector, 'openWorld' | 'trustsAnnotations'>,
  { annotations = {} }: Pick<ConnectorTool, 'annotations'>,
): boolean | null {
  if (openWorld !== undefined) return openWorld
  if (annotations.openWorld === true) return true
  return annotations.openWorld === false && trustsAnnotations ? false : null
}

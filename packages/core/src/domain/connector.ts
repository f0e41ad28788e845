import type { JsonObject } from '../base/json.ts'
import type { ToolAnnotations } from './tool-tier.ts'

/** What an organisation lets its conversations do with a connector. */
export type ConnectorAccess =
  /** Nobody sees it. */
  | 'off'
  /** An owner or admin has to say yes, conversation by conversation. */
  | 'ask-admin'
  /** The person of the conversation has to say yes. */
  | 'ask'
  /** At once. */
  | 'open'

/** An MCP server the operator has configured. */
export interface Connector {
  /** The handle: `[a-z0-9-]`, at most 64 characters. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** Where calls go, for people: a URL without query, or the name of a local command. Never a secret. */
  readonly endpoint: string
  /** `sha256:<hex>` of everything that decides where calls go: another one makes a stored yes stale. */
  readonly digest: string
  /** The operator takes what this server says of its tools for true (E6); absent is no. */
  readonly trustsAnnotations?: boolean
  /** How many tools it has; absent while nobody has looked. */
  readonly toolCount?: number
}

/** A tool as its server describes it. Untrusted text. */
export interface ConnectorTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** What the server says the tool does; absent where it says nothing. */
  readonly annotations?: ToolAnnotations
}

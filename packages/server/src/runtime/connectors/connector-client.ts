import type { CallToolResult } from '@modelcontextprotocol/client'
import type { JsonObject } from '@repertoire/core/base'
import type { ConnectorTool } from '@repertoire/core/domain'
import type { Clock } from '@repertoire/core/ports'
import { isTimeout, reasonOf } from './connection-errors.ts'
import type { ConnectorDefinition } from './connector-definition.ts'
import { connectorFailed, connectorTimedOut, isConnectorProblem } from './connector-problems.ts'
import { listTools, type ToolList } from './connector-tools.ts'
import type { McpConnection } from './mcp-connection.ts'
import {
  type ConnectionStatus,
  ReconnectingConnection,
  type ReconnectingConnectionOptions,
} from './reconnecting-connection.ts'

/** How long a list of tools is cached, for servers that do not announce changes. */
const toolListTtlMs = 5 * 60_000

export interface ToolRequest {
  readonly tool: ConnectorTool
  readonly input: JsonObject
  /** Idempotency key: equal keys are the same call. */
  readonly key: string
  readonly signal: AbortSignal
}

/** One organisation's client of one connector. */
export class ConnectorClient {
  readonly definition: ConnectorDefinition
  readonly #connection: ReconnectingConnection
  readonly #clock: Clock
  #list: ToolList | null = null
  #listedAt = 0
  #stale = true
  #listing: Promise<ToolList> | null = null
  #activeCalls = 0
  #lastUsedAt: number

  constructor(options: Omit<ReconnectingConnectionOptions, 'onToolsChanged'>) {
    this.definition = options.definition
    this.#clock = options.clock
    this.#lastUsedAt = options.clock.now()
    const onToolsChanged = () => {
      this.#stale = true
    }
    this.#connection = new ReconnectingConnection({ ...options, onToolsChanged })
  }

  status(): { readonly status: ConnectionStatus; readonly problem: string | null } {
    return this.#connection.status()
  }

  /** What to do about the problem of the status, as far as its kind is known. */
  get hint(): string | null {
    return this.#connection.hint
  }

  /** The tools as last listed. Null before the first listing. */
  get cachedTools(): ToolList | null {
    return this.#list
  }

  /** Process id of the local process, while there is one. */
  get pid(): number | null {
    return this.#connection.pid
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  get isBusy(): boolean {
    return this.#activeCalls > 0
  }

  get lastUsedAt(): number {
    return this.#lastUsedAt
  }

  /** Throws ProblemError `connector.failed` or `connector.timed-out`, or the signal's reason. */
  tools(signal: AbortSignal): Promise<ToolList> {
    return this.#use(signal, (connected) => {
      const old = this.#clock.now() - this.#listedAt >= toolListTtlMs
      if (this.#list && !this.#stale && !old && !this.#listing) return Promise.resolve(this.#list)
      this.#listing ??= this.#readTools(connected).finally(() => {
        this.#listing = null
      })
      return orAborted(this.#listing, signal)
    })
  }

  /** Throws as {@link tools} does. */
  call({ tool, input, key, signal }: ToolRequest): Promise<CallToolResult> {
    const { name, inputSchema } = tool
    return this.#use(signal, async ({ client }) => {
      const result = await client.callTool(
        { name, arguments: input, _meta: { 'repertoire/idempotency-key': key } },
        {
          signal: AbortSignal.any([signal, this.#connection.signal]),
          timeout: this.definition.timeoutSeconds * 1_000,
          toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' } },
        },
      )
      this.#connection.recordSuccess()
      return result
    })
  }

  /** Forgets earlier failures, so that the next use connects at once. */
  resetBackoff(): void {
    this.#connection.resetBackoff()
    this.#stale = true
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  async #readTools({ client }: McpConnection): Promise<ToolList> {
    this.#stale = false
    this.#list = await listTools(client, this.definition.secrets, this.#connection.signal)
    this.#listedAt = this.#clock.now()
    return this.#list
  }

  /** Runs one operation on the connection, and turns its errors into problems. */
  async #use<Result>(
    signal: AbortSignal,
    work: (connected: McpConnection) => Promise<Result>,
  ): Promise<Result> {
    const { name, secrets, timeoutSeconds } = this.definition
    this.#activeCalls += 1
    let connected: McpConnection | null = null
    try {
      connected = await orAborted(this.#connection.connection(), signal)
      return await work(connected)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (isConnectorProblem(error)) throw error
      if (isTimeout(error)) throw connectorTimedOut(name, timeoutSeconds)
      if (connected) this.#connection.recordError(connected, error)
      throw connectorFailed(name, reasonOf(error, secrets))
    } finally {
      this.#activeCalls -= 1
      this.#lastUsedAt = this.#clock.now()
    }
  }
}

/** Rejects when the signal aborts. The work itself continues for other callers. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

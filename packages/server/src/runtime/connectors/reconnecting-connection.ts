import type { Clock } from '@repertoire/core/ports'
import { adminReasonOf, hintOf, isConnectionError, reasonOf } from './connection-errors.ts'
import type { ConnectorDefinition } from './connector-definition.ts'
import { connectorFailed } from './connector-problems.ts'
import { type McpConnection, openMcpConnection } from './mcp-connection.ts'

const maxBackoffMs = 60_000

export type ConnectionStatus = 'idle' | 'starting' | 'ready' | 'failed'

export interface ReconnectingConnectionOptions {
  readonly definition: ConnectorDefinition
  readonly workDir: string
  readonly version: string
  readonly outboundAllow: readonly string[]
  readonly clock: Clock
  /** Gets what went wrong, without secrets. */
  readonly onError: (reason: string) => void
  /** The cached list of tools may be stale. */
  readonly onToolsChanged: () => void
}

/** One connection that is opened on demand and reopened after it broke, with exponential backoff. */
export class ReconnectingConnection {
  readonly #options: ReconnectingConnectionOptions
  readonly #ending = new AbortController()
  #opening: Promise<McpConnection> | null = null
  #open: McpConnection | null = null
  #failures = 0
  #retryAt = 0
  /** Reason for callers; the problem below is for administrators. */
  #reason = ''
  #problem: string | null = null
  #hint: string | null = null

  constructor(options: ReconnectingConnectionOptions) {
    this.#options = options
  }

  /** Aborted when the connection is closed for good. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Process id of the local process, while there is one. */
  get pid(): number | null {
    return this.#open?.pid ?? null
  }

  get isOpen(): boolean {
    return this.#open !== null || this.#opening !== null
  }

  status(): { readonly status: ConnectionStatus; readonly problem: string | null } {
    if (this.#open) return { status: 'ready', problem: null }
    if (this.#opening) return { status: 'starting', problem: null }
    const problem = this.#problem
    return { status: problem === null ? 'idle' : 'failed', problem }
  }

  /** What to do about the problem, as far as its kind is known. */
  get hint(): string | null {
    return this.#hint
  }

  /** Concurrent callers share one attempt. Throws what went wrong, or `connector.failed`. */
  connection(): Promise<McpConnection> {
    if (this.#open) return Promise.resolve(this.#open)
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  /** A call succeeded, so earlier failures no longer count. */
  recordSuccess(): void {
    this.#failures = 0
    this.#problem = null
  }

  /** Forgets earlier failures, so that the next use connects at once. */
  resetBackoff(): void {
    this.#failures = 0
    this.#retryAt = 0
  }

  /**
   * An error below the protocol closes the connection, and the next use opens another: over HTTP nothing tells
   * us that a restarted server has forgotten our session.
   */
  recordError(broken: McpConnection, error: unknown): void {
    if (this.#open !== broken || !isConnectionError(error)) return
    this.#drop(broken, reasonOf(error, this.#options.definition.secrets))
  }

  async close(): Promise<void> {
    this.#ending.abort()
    const last = this.#open
    this.#open = null
    await Promise.all([last?.close(), this.#opening?.catch(() => undefined)])
  }

  async #connect(): Promise<McpConnection> {
    const { definition, clock, onToolsChanged } = this.#options
    const { name, secrets } = definition
    const wait = this.#retryAt - clock.now()
    if (wait > 0) {
      throw connectorFailed(name, this.#reason, Math.ceil(wait / 1_000))
    }
    let opened: McpConnection | null = null
    const onClosed = () => {
      if (opened && this.#open === opened) this.#drop(opened, 'it ended by itself')
    }
    try {
      opened = await openMcpConnection(definition, {
        ...this.#options,
        signal: this.signal,
        onClosed,
      })
    } catch (error) {
      if (!this.signal.aborted) {
        this.#recordFailure(reasonOf(error, secrets), adminReasonOf(error, secrets))
        this.#hint = hintOf(error)
      }
      throw error
    }
    if (this.signal.aborted) {
      await opened.close()
      throw connectorFailed(name, 'it is being switched off')
    }
    this.#open = opened
    this.#hint = null
    onToolsChanged()
    return opened
  }

  #drop(broken: McpConnection, reason: string): void {
    this.#open = null
    this.#options.onToolsChanged()
    this.#recordFailure(reason)
    void broken.close().catch(() => undefined)
  }

  /** No delay after the first failure, then 1, 2, 4 … seconds. */
  #recordFailure(reason: string, problem = reason): void {
    this.#failures += 1
    this.#reason = reason
    this.#problem = problem
    const wait = this.#failures < 2 ? 0 : 1_000 * 2 ** (this.#failures - 2)
    this.#retryAt = this.#options.clock.now() + Math.min(maxBackoffMs, wait)
    this.#options.onError(problem)
  }
}

import type { Clock } from '@repertoire/core'
import { adminReasonOf, isConnectionError, reasonOf } from './connection-errors.ts'
import type { ConnectorDefinition } from './connector-definition.ts'
import { connectorFailed } from './connector-problems.ts'
import { type McpConnection, openMcpConnection } from './mcp-connection.ts'

const maxBackoffMs = 60_000

export type ConnectionStatus = 'idle' | 'starting' | 'ready' | 'failed'

export interface ReconnectingConnectionOptions {
  readonly definition: ConnectorDefinition
  readonly workDir: string
  readonly version: string
  readonly clock: Clock
  /** Told what went wrong, without secrets. */
  readonly onError: (reason: string) => void
  /** What is known of its tools may be true no longer. */
  readonly onToolsChanged: () => void
}

/** One connection, made when it is needed and made anew when it broke, ever later when it keeps failing. */
export class ReconnectingConnection {
  readonly #options: ReconnectingConnectionOptions
  readonly #ending = new AbortController()
  #opening: Promise<McpConnection> | null = null
  #open: McpConnection | null = null
  #failures = 0
  #retryAt = 0
  /** For anybody, and for administrators. */
  #reason = ''
  #problem: string | null = null

  constructor(options: ReconnectingConnectionOptions) {
    this.#options = options
  }

  /** Aborted once it is closed for good. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Of its local process, while there is one. */
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

  /** One attempt at a time, for all who wait for it. Throws what went wrong, or `connector.failed`. */
  connection(): Promise<McpConnection> {
    if (this.#open) return Promise.resolve(this.#open)
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  /** It did what was asked of it: earlier failures no longer count. */
  recordSuccess(): void {
    this.#failures = 0
    this.#problem = null
  }

  /** Forgets earlier failures: the next use connects at once. */
  resetBackoff(): void {
    this.#failures = 0
    this.#retryAt = 0
  }

  /**
   * Trouble below the protocol itself ends the connection it happened on, and the next use makes another: by
   * HTTP nothing tells us that a server was restarted and knows our session no more.
   */
  recordError(broken: McpConnection, error: unknown): void {
    if (this.#open !== broken || !isConnectionError(error)) return
    this.#lose(broken, reasonOf(error, this.#options.definition.secrets))
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
      if (opened && this.#open === opened) this.#lose(opened, 'it ended by itself')
    }
    try {
      opened = await openMcpConnection(definition, {
        ...this.#options,
        signal: this.signal,
        onClosed,
      })
    } catch (error) {
      if (!this.signal.aborted) {
        this.#noteFailure(reasonOf(error, secrets), adminReasonOf(error, secrets))
      }
      throw error
    }
    if (this.signal.aborted) {
      await opened.close()
      throw connectorFailed(name, 'it is being switched off')
    }
    this.#open = opened
    onToolsChanged()
    return opened
  }

  #lose(broken: McpConnection, reason: string): void {
    this.#open = null
    this.#options.onToolsChanged()
    this.#noteFailure(reason)
    void broken.close().catch(() => undefined)
  }

  /** The first failure costs nothing, the next ones 1, 2, 4 … seconds. */
  #noteFailure(reason: string, problem = reason): void {
    this.#failures += 1
    this.#reason = reason
    this.#problem = problem
    const wait = this.#failures < 2 ? 0 : 1_000 * 2 ** (this.#failures - 2)
    this.#retryAt = this.#options.clock.now() + Math.min(maxBackoffMs, wait)
    this.#options.onError(problem)
  }
}

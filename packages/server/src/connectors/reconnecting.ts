import type { Clock } from '@repertoire/core'
import type { ConnectorDefinition } from './connector-definition.ts'
import { connectorFailed } from './connector-problems.ts'
import { breaksConnection, fullReasonOf, reasonOf } from './explain-trouble.ts'
import { type OpenClient, openClient } from './open-client.ts'

const longestBackOff = 60_000

export type LinkStatus = 'idle' | 'starting' | 'ready' | 'failed'

export interface ReconnectingOptions {
  readonly definition: ConnectorDefinition
  readonly home: string
  readonly version: string
  readonly clock: Clock
  /** Told what went wrong, without secrets. */
  readonly onTrouble: (reason: string) => void
  /** What is known of its tools may be true no longer. */
  readonly onToolsChanged: () => void
}

/** One connection, made when it is needed and made anew when it broke, ever later when it keeps failing. */
export class Reconnecting {
  readonly #options: ReconnectingOptions
  readonly #ending = new AbortController()
  #opening: Promise<OpenClient> | null = null
  #open: OpenClient | null = null
  #failures = 0
  #retryAt = 0
  /** For anybody, and for administrators. */
  #reason = ''
  #problem: string | null = null

  constructor(options: ReconnectingOptions) {
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

  status(): { readonly status: LinkStatus; readonly problem: string | null } {
    if (this.#open) return { status: 'ready', problem: null }
    if (this.#opening) return { status: 'starting', problem: null }
    const problem = this.#problem
    return { status: problem === null ? 'idle' : 'failed', problem }
  }

  /** One attempt at a time, for all who wait for it. Throws what went wrong, or `connector.failed`. */
  connection(): Promise<OpenClient> {
    if (this.#open) return Promise.resolve(this.#open)
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  /** It did what was asked of it: earlier failures no longer count. */
  noteSuccess(): void {
    this.#failures = 0
    this.#problem = null
  }

  /** Forgets earlier failures: the next use connects at once. */
  retry(): void {
    this.#failures = 0
    this.#retryAt = 0
  }

  /**
   * Trouble below the protocol itself ends the connection it happened on, and the next use makes another: by
   * HTTP nothing tells us that a server was restarted and knows our session no more.
   */
  noteTrouble(on: OpenClient, error: unknown): void {
    if (this.#open !== on || !breaksConnection(error)) return
    this.#lose(on, reasonOf(error, this.#options.definition.secrets))
  }

  async close(): Promise<void> {
    this.#ending.abort()
    const last = this.#open
    this.#open = null
    await Promise.all([last?.close(), this.#opening?.catch(() => undefined)])
  }

  async #connect(): Promise<OpenClient> {
    const { definition, clock, onToolsChanged } = this.#options
    const { name, secrets } = definition
    const wait = this.#retryAt - clock.now()
    if (wait > 0) {
      throw connectorFailed(name, this.#reason, Math.ceil(wait / 1_000))
    }
    let mine: OpenClient | null = null
    const onClosed = () => {
      if (mine && this.#open === mine) this.#lose(mine, 'it ended by itself')
    }
    try {
      mine = await openClient(definition, { ...this.#options, signal: this.signal, onClosed })
    } catch (error) {
      if (!this.signal.aborted) {
        this.#noteFailure(reasonOf(error, secrets), fullReasonOf(error, secrets))
      }
      throw error
    }
    if (this.signal.aborted) {
      await mine.close()
      throw connectorFailed(name, 'it is being switched off')
    }
    this.#open = mine
    onToolsChanged()
    return mine
  }

  #lose(broken: OpenClient, reason: string): void {
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
    this.#retryAt = this.#options.clock.now() + Math.min(longestBackOff, wait)
    this.#options.onTrouble(problem)
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox, SandboxHealth } from '../execution.ts'
import { sendJson, sendText } from './answer.ts'
import { isAuthorized, isLoopback, shortestToken } from './authorization.ts'
import { ExecutionDoor, type ExecutorLog } from './execution-door.ts'
import { defaultExecutorLimits, type ExecutorLimits } from './executor-limits.ts'
import type { RefusalMessage } from './messages.ts'
import { ExecutorMetrics } from './metrics.ts'

export interface ExecutorOptions {
  readonly sandbox: Sandbox
  /** What clients have to bring; may be left out only on a loopback address. */
  readonly token?: string | undefined
  readonly limits?: Partial<ExecutorLimits>
  /** Folders of this machine below which executions may mount layers; none when left out. */
  readonly layerFolders?: readonly string[]
  /** Takes one line a request: its id and what became of it, never contents. */
  readonly log?: ExecutorLog
}

export interface ExecutorServer {
  /** Resolves with the port; 0 takes a free one. Throws when others could reach it without a token. */
  listen(port: number, host: string): Promise<number>
  /** Takes nothing new, lets what runs end (at most `graceMs`), and closes the sandbox. */
  close(graceMs?: number): Promise<void>
}

/**
 * Serves a sandbox over HTTP: `POST /sandbox/execute`, `GET /sandbox/health`, `/healthz`, `/readyz` and
 * `/metrics`. Plain HTTP is for one's own network only: TLS belongs in front of it.
 */
export function createExecutorServer(options: ExecutorOptions): ExecutorServer {
  const { token } = options
  if (token !== undefined && !new RegExp(`^[\\x21-\\x7e]{${shortestToken},}$`).test(token))
    throw new Error(`The token must be ${shortestToken} or more printable characters, no spaces.`)
  return new Executor(options)
}

const freshMs = 1_000

class Executor implements ExecutorServer {
  readonly #sandbox: Sandbox
  readonly #token: string | undefined
  readonly #metrics = new ExecutorMetrics()
  readonly #door: ExecutionDoor
  readonly #server: Server
  readonly #answering = new Set<Promise<void>>()
  #closing: Promise<void> | undefined
  #seen: { readonly at: number; readonly health: Promise<SandboxHealth> } | undefined

  constructor({
    sandbox,
    token,
    layerFolders = [],
    log = () => undefined,
    ...rest
  }: ExecutorOptions) {
    this.#sandbox = sandbox
    this.#token = token
    const limits = { ...defaultExecutorLimits, ...rest.limits }
    const stopping = () => this.#closing !== undefined
    const metrics = this.#metrics
    this.#door = new ExecutionDoor({ sandbox, limits, metrics, layerFolders, log, stopping })
    this.#server = createServer(
      {
        requestTimeout: limits.transferMs,
        headersTimeout: Math.min(limits.transferMs, 10_000),
        connectionsCheckingInterval: Math.min(limits.transferMs, 5_000),
      },
      (request, response) => this.#track(this.#answer(request, response)),
    )
  }

  async listen(port: number, host: string): Promise<number> {
    if (this.#token === undefined && !isLoopback(host))
      throw new Error(`An executor that others can reach at ${host} needs a token.`)
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
    return (this.#server.address() as AddressInfo).port
  }

  close(graceMs?: number): Promise<void> {
    this.#closing ??= this.#drain(graceMs)
    return this.#closing
  }

  async #drain(graceMs: number | undefined): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    await this.#sandbox.close(graceMs)
    await Promise.all(this.#answering)
    this.#server.closeAllConnections()
    await closed
  }

  #track(answer: Promise<void>): void {
    this.#answering.add(answer)
    void answer.finally(() => this.#answering.delete(answer))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#handle(request, response)
    } catch {
      response.destroy()
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${(request.url ?? '').split('?')[0]}`
    if (route === 'GET /healthz') return sendJson(response, { status: 200, value: { ok: true } })
    if (route === 'GET /readyz') return this.#ready(response)
    if (!isAuthorized(request, this.#token)) return this.#unauthorized(response)
    if (route === 'POST /sandbox/execute') return this.#door.answer(request, response)
    if (route === 'GET /sandbox/health')
      return sendJson(response, { status: 200, value: await this.#sandbox.health() })
    if (route === 'GET /metrics') return this.#tell(response)
    const message =
      'There is POST /sandbox/execute, GET /sandbox/health, /healthz, /readyz, /metrics.'
    return sendJson(response, { status: 404, value: { code: 'executor.not-found', message } })
  }

  async #ready(response: ServerResponse): Promise<void> {
    const { available } = await this.#recentHealth()
    const ready = available && this.#closing === undefined
    sendJson(response, { status: ready ? 200 : 503, value: { ready } })
  }

  /** Asked by anybody, as often as they like: looked up once a second at most. */
  #recentHealth(): Promise<SandboxHealth> {
    const now = performance.now()
    if (!this.#seen || now - this.#seen.at > freshMs)
      this.#seen = { at: now, health: this.#sandbox.health() }
    return this.#seen.health
  }

  async #tell(response: ServerResponse): Promise<void> {
    const text = this.#metrics.text(await this.#sandbox.health(), this.#door.heldBytes)
    sendText(response, { status: 200, text, contentType: 'text/plain; version=0.0.4' })
  }

  #unauthorized(response: ServerResponse): void {
    this.#metrics.refusal('executor.unauthorized')
    const message =
      this.#token === undefined
        ? 'This executor answers only to names of its own machine.'
        : 'This executor needs its token: set SANDBOX_EXECUTOR_TOKEN to what it was started with.'
    const value: RefusalMessage = { code: 'executor.unauthorized', message }
    sendJson(response, { status: 401, headers: { 'www-authenticate': 'Bearer' }, value })
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox, SandboxHealth } from '../execution/execution.ts'
import { isAuthorized, isLoopback, minTokenLength } from './authorization.ts'
import { ExecutionRoute, type ExecutorLog } from './execution-route.ts'
import { defaultExecutorLimits, type ExecutorLimits } from './executor-limits.ts'
import { ExecutorMetrics } from './metrics.ts'
import type { RejectionMessage } from './rejection-message.ts'
import { sendJson, sendText } from './send-response.ts'

export interface ExecutorOptions {
  readonly sandbox: Sandbox
  /** The token clients must send; optional only on a loopback address. */
  readonly token?: string | undefined
  readonly limits?: Partial<ExecutorLimits>
  /** Host folders below which executions may mount layers; none by default. */
  readonly layerFolders?: readonly string[]
  /** Receives one line per request: its id and outcome, never contents. */
  readonly log?: ExecutorLog
}

export interface ExecutorServer {
  /** Resolves with the port; 0 chooses a free one. Throws when others could reach it without a token. */
  listen(port: number, host: string): Promise<number>
  /** Rejects new requests, waits up to `graceMs` for running ones, and closes the sandbox. */
  close(graceMs?: number): Promise<void>
}

/**
 * Serves a sandbox over HTTP: `POST /sandbox/execute`, `GET /sandbox/health`, `/healthz`, `/readyz` and
 * `/metrics`. Plain HTTP is for trusted networks only: put TLS in front.
 */
export function createExecutorServer(options: ExecutorOptions): ExecutorServer {
  const { token } = options
  if (token !== undefined && !new RegExp(`^[\\x21-\\x7e]{${minTokenLength},}$`).test(token))
    throw new Error(`The token must be ${minTokenLength} or more printable characters, no spaces.`)
  return new Executor(options)
}

const freshMs = 1_000

class Executor implements ExecutorServer {
  readonly #sandbox: Sandbox
  readonly #token: string | undefined
  readonly #metrics = new ExecutorMetrics()
  readonly #executionRoute: ExecutionRoute
  readonly #server: Server
  readonly #responding = new Set<Promise<void>>()
  #closing: Promise<void> | undefined
  #cachedHealth: { readonly at: number; readonly health: Promise<SandboxHealth> } | undefined

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
    this.#executionRoute = new ExecutionRoute({
      sandbox,
      limits,
      metrics,
      layerFolders,
      log,
      stopping,
    })
    this.#server = createServer(
      {
        requestTimeout: limits.transferTimeoutMs,
        headersTimeout: Math.min(limits.transferTimeoutMs, 10_000),
        connectionsCheckingInterval: Math.min(limits.transferTimeoutMs, 5_000),
      },
      (request, response) => this.#track(this.#respond(request, response)),
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
    await Promise.all(this.#responding)
    this.#server.closeAllConnections()
    await closed
  }

  #track(answer: Promise<void>): void {
    this.#responding.add(answer)
    void answer.finally(() => this.#responding.delete(answer))
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#handle(request, response)
    } catch {
      response.destroy()
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${(request.url ?? '').split('?')[0]}`
    if (route === 'GET /healthz') return sendJson(response, { status: 200, value: { ok: true } })
    if (route === 'GET /readyz') return this.#readiness(response)
    if (!isAuthorized(request, this.#token)) return this.#unauthorized(response)
    if (route === 'POST /sandbox/execute') return this.#executionRoute.answer(request, response)
    if (route === 'GET /sandbox/health')
      return sendJson(response, { status: 200, value: await this.#sandbox.health() })
    if (route === 'GET /metrics') return this.#metricsResponse(response)
    const message =
      'The routes are POST /sandbox/execute, GET /sandbox/health, /healthz, /readyz, /metrics.'
    return sendJson(response, { status: 404, value: { code: 'executor.not-found', message } })
  }

  async #readiness(response: ServerResponse): Promise<void> {
    const { available } = await this.#recentHealth()
    const ready = available && this.#closing === undefined
    sendJson(response, { status: ready ? 200 : 503, value: { ready } })
  }

  /** The readiness probe is public, so the health is cached for a second. */
  #recentHealth(): Promise<SandboxHealth> {
    const now = performance.now()
    if (!this.#cachedHealth || now - this.#cachedHealth.at > freshMs)
      this.#cachedHealth = { at: now, health: this.#sandbox.health() }
    return this.#cachedHealth.health
  }

  async #metricsResponse(response: ServerResponse): Promise<void> {
    const text = this.#metrics.text(await this.#sandbox.health(), this.#executionRoute.pendingBytes)
    sendText(response, { status: 200, text, contentType: 'text/plain; version=0.0.4' })
  }

  #unauthorized(response: ServerResponse): void {
    this.#metrics.refusal('executor.unauthorized')
    const message =
      this.#token === undefined
        ? 'This executor accepts only loopback host names.'
        : 'This executor requires its token: set SANDBOX_EXECUTOR_TOKEN to the value it was started with.'
    const value: RejectionMessage = { code: 'executor.unauthorized', message }
    sendJson(response, { status: 401, headers: { 'www-authenticate': 'Bearer' }, value })
  }
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type ExecutionRequest,
  type ExecutionResult,
  type Sandbox,
  SandboxRejection,
} from '../execution/execution.ts'
import { findForbiddenLayer } from './check-layers.ts'
import { chooseAnswer } from './choose-answer.ts'
import type { ExecutionAnswer } from './execution-answer.ts'
import type { ExecutorLimits } from './executor-limits.ts'
import { isMediaType, jsonType, multipartType } from './media-types.ts'
import type { ExecutorMetrics } from './metrics.ts'
import { declaredBytes, maxWireBytes, RequestCutOff, readRequest } from './request-body.ts'

export type ExecutorLog = (line: Readonly<Record<string, unknown>>) => void

interface ExecutionRouteOptions {
  readonly sandbox: Sandbox
  readonly limits: ExecutorLimits
  readonly metrics: ExecutorMetrics
  readonly layerFolders: readonly string[]
  readonly log: ExecutorLog
  /** True once the executor rejects new requests. */
  readonly stopping: () => boolean
}

/**
 * The route `POST /sandbox/execute`: reads the request, runs it, answers as the client accepts, and cancels when the
 * client disconnects.
 */
export class ExecutionRoute {
  readonly #options: ExecutionRouteOptions
  #pendingBytes = 0

  constructor(options: ExecutionRouteOptions) {
    this.#options = options
  }

  /** Bytes of the pending requests. */
  get pendingBytes(): number {
    return this.#pendingBytes
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits, log, metrics } = this.#options
    const began = performance.now()
    const id = requestId(request)
    response.setHeader('x-request-id', id)
    const answer = chooseAnswer(request, response, limits.keepAliveMs)
    let outcome: string
    try {
      const result = await this.#execute(request, response, answer)
      outcome = result.status
      metrics.execution(result.status, result.usage.wallMs)
      answer.result(result)
    } catch (error) {
      outcome = this.#handleError(error, answer)
    }
    await responseDelivered(response, limits.transferTimeoutMs)
    log({ request_id: id, outcome, ms: Math.round(performance.now() - began) })
  }

  async #execute(
    message: IncomingMessage,
    response: ServerResponse,
    answer: ExecutionAnswer,
  ): Promise<ExecutionResult> {
    const { limits, sandbox } = this.#options
    const release = this.#reserve(message)
    try {
      const request = await readRequest(message, limits.maxRequestBytes)
      await this.#checkLayers(request)
      return await sandbox.execute(request, {
        onStart: () => answer.started(),
        onOutput: (stream, bytes) => answer.output(stream, bytes),
        signal: disconnectSignal(response),
      })
    } finally {
      release()
    }
  }

  /** Reserves memory for the request before reading it. */
  #reserve(message: IncomingMessage): () => void {
    const { limits, stopping } = this.#options
    if (stopping())
      throw new SandboxRejection(
        'sandbox.stopping',
        'The executor is shutting down; try another one.',
      )
    const type = message.headers['content-type'] ?? ''
    if (!isMediaType(type, jsonType) && !isMediaType(type, multipartType))
      throw new SandboxRejection(
        'sandbox.bad-request',
        `Executions are sent as ${jsonType} or ${multipartType}.`,
      )
    // A page in a browser can send a form anywhere, and always says where it comes from.
    if (message.headers.origin !== undefined)
      throw new SandboxRejection('sandbox.bad-request', 'Executions are not sent by web pages.')
    const bytes = declaredBytes(message, maxWireBytes(limits.maxRequestBytes))
    if (this.#pendingBytes + bytes > limits.maxPendingBytes) {
      const why = 'The executor has too many pending requests; try again in 1 second.'
      throw new SandboxRejection('sandbox.queue-full', why, 1)
    }
    this.#pendingBytes += bytes
    return () => {
      this.#pendingBytes -= bytes
    }
  }

  async #checkLayers({ layers }: ExecutionRequest): Promise<void> {
    const why = await findForbiddenLayer(layers, this.#options.layerFolders)
    if (why !== null) throw new SandboxRejection('sandbox.bad-request', why)
  }

  /** The outcome for the log. Never contains the request. */
  #handleError(error: unknown, answer: ExecutionAnswer): string {
    if (error instanceof SandboxRejection) {
      this.#options.metrics.refusal(error.code)
      answer.sendRejection(error)
      return error.code
    }
    answer.break()
    if (error instanceof RequestCutOff) return 'cut-off'
    const name = error instanceof Error ? error.name : typeof error
    return `broken: ${name}`
  }
}

/** The client's request id, if it is well-formed. */
function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent) ? sent : randomUUID()
}

/** Aborted when the client disconnects before the response is complete. */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  response.once('close', () => controller.abort())
  return controller.signal
}

/** Waits until the client has received the response, with a timeout. */
async function responseDelivered(response: ServerResponse, timeoutMs: number): Promise<void> {
  if (response.writableFinished || response.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => response.destroy(), timeoutMs)
    response.once('finish', resolve)
    response.once('close', resolve)
    response.once('close', () => clearTimeout(timer))
    response.once('finish', () => clearTimeout(timer))
  })
}

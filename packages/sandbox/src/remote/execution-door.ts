import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type ExecutionRequest,
  type ExecutionResult,
  type Sandbox,
  SandboxRefusal,
} from '../execution.ts'
import { Answer } from './answer.ts'
import type { ExecutorLimits } from './executor-limits.ts'
import { wrongLayer } from './layer-rule.ts'
import { mediaType } from './messages.ts'
import type { ExecutorMetrics } from './metrics.ts'
import { announcedBytes, mostWireBytes, RequestCutOff, readRequest } from './request-body.ts'

export type ExecutorLog = (line: Readonly<Record<string, unknown>>) => void

interface DoorOptions {
  readonly sandbox: Sandbox
  readonly limits: ExecutorLimits
  readonly metrics: ExecutorMetrics
  readonly layerFolders: readonly string[]
  readonly log: ExecutorLog
  /** Nothing new is taken any more. */
  readonly stopping: () => boolean
}

/** Takes `POST /sandbox/execute`: reads, runs, answers; ends what runs when its client goes away. */
export class ExecutionDoor {
  readonly #options: DoorOptions
  #held = 0

  constructor(options: DoorOptions) {
    this.#options = options
  }

  /** Bytes of the requests under way. */
  get heldBytes(): number {
    return this.#held
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits, log, metrics } = this.#options
    const began = performance.now()
    const id = requestId(request)
    response.setHeader('x-request-id', id)
    const answer = new Answer(response, limits.aliveMs)
    let outcome: string
    try {
      const result = await this.#execute(request, response, answer)
      outcome = result.status
      metrics.execution(result.status, result.usage.wallMs)
      answer.result(result)
    } catch (error) {
      outcome = this.#failed(error, answer)
    }
    await taken(response, limits.transferMs)
    log({ request_id: id, outcome, ms: Math.round(performance.now() - began) })
  }

  async #execute(
    message: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
  ): Promise<ExecutionResult> {
    const { limits, sandbox } = this.#options
    const release = this.#reserve(message)
    try {
      const request = await readRequest(message, limits.requestBytes)
      await this.#checkLayers(request)
      return await sandbox.execute(request, {
        onStart: () => answer.started(),
        onOutput: (stream, bytes) => answer.output(stream, bytes),
        signal: goneTrigger(response),
      })
    } finally {
      release()
    }
  }

  /** Sets aside what the request will take, before a byte of it is read. */
  #reserve(message: IncomingMessage): () => void {
    const { limits, stopping } = this.#options
    if (stopping())
      throw new SandboxRefusal(
        'sandbox.stopping',
        'The executor is shutting down; try another one.',
      )
    if (message.headers['content-type'] !== mediaType)
      throw new SandboxRefusal('sandbox.bad-request', `Executions are sent as ${mediaType}.`)
    const bytes = announcedBytes(message, mostWireBytes(limits.requestBytes))
    if (this.#held + bytes > limits.heldBytes) {
      const why = 'The executor holds as many requests as it can; come again in 1 second.'
      throw new SandboxRefusal('sandbox.queue-full', why, 1)
    }
    this.#held += bytes
    return () => {
      this.#held -= bytes
    }
  }

  async #checkLayers({ layers }: ExecutionRequest): Promise<void> {
    const why = await wrongLayer(layers, this.#options.layerFolders)
    if (why !== null) throw new SandboxRefusal('sandbox.bad-request', why)
  }

  /** What the log shall say. Never what was in the request. */
  #failed(error: unknown, answer: Answer): string {
    if (error instanceof SandboxRefusal) {
      this.#options.metrics.refusal(error.code)
      answer.refuse(error)
      return error.code
    }
    answer.break()
    if (error instanceof RequestCutOff) return 'cut-off'
    const name = error instanceof Error ? error.name : typeof error
    return `broken: ${name}`
  }
}

/** The client's own name for the request, when it is a plain one. */
function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[\w.-]{1,64}$/.test(sent) ? sent : randomUUID()
}

/** Aborted when the client goes away before it has its answer. */
function goneTrigger(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  response.once('close', () => controller.abort())
  return controller.signal
}

/** Waits until the client has the answer, for as long as it may take to take it. */
async function taken(response: ServerResponse, mostMs: number): Promise<void> {
  if (response.writableFinished || response.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => response.destroy(), mostMs)
    response.once('finish', resolve)
    response.once('close', resolve)
    response.once('close', () => clearTimeout(timer))
    response.once('finish', () => clearTimeout(timer))
  })
}

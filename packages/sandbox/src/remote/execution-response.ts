import type { ServerResponse } from 'node:http'
import type { ExecutionResult, SandboxRefusal } from '../execution/execution.ts'
import { encodeFrame, encodeJson, type FrameKind, startedPayload } from './frames.ts'
import { mediaType, refusalMessage, refusalStatus, resultHeader } from './messages.ts'
import { RequestTooLarge } from './request-body.ts'

/**
 * The streamed response of one execution: output as it arrives, keep-alive frames, and the result. A rejection
 * is a response with its own status, or a frame once streaming has started.
 */
export class ExecutionResponse {
  readonly #response: ServerResponse
  readonly #sent = { stdout: 0, stderr: 0 }
  readonly #keepAlive: NodeJS.Timeout

  constructor(response: ServerResponse, keepAliveMs: number) {
    this.#response = response
    this.#keepAlive = setInterval(() => this.#send('alive'), keepAliveMs)
  }

  started(): void {
    this.#send('alive', startedPayload)
  }

  output(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
    this.#sent[stream] += bytes.length
    this.#send(stream, bytes)
  }

  result(result: ExecutionResult): void {
    clearInterval(this.#keepAlive)
    for (const stream of ['stdout', 'stderr'] as const) {
      const rest = result[stream].subarray(this.#sent[stream])
      if (rest.length > 0) this.output(stream, rest)
    }
    this.#write(encodeJson('header', resultHeader(result)))
    for (const { bytes } of result.outputs) this.#send('bytes', bytes)
    this.#send('end')
    this.#response.end()
  }

  sendRefusal(refusal: SandboxRefusal): void {
    clearInterval(this.#keepAlive)
    if (this.#response.headersSent) {
      this.#write(encodeJson('refusal', refusalMessage(refusal)))
      this.#send('end')
      this.#response.end()
    } else {
      sendRefusal(this.#response, refusal)
    }
  }

  /** Aborts the connection, so that the client sees an incomplete response. */
  break(): void {
    clearInterval(this.#keepAlive)
    this.#response.destroy()
  }

  #send(kind: FrameKind, payload?: Uint8Array): void {
    this.#write(encodeFrame(kind, payload))
  }

  #write(parts: readonly Uint8Array[]): void {
    if (this.#response.destroyed) return
    if (!this.#response.headersSent) {
      this.#response.writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-store' })
    }
    for (const part of parts) this.#response.write(part)
  }
}

/** Sends a rejection with its HTTP status. */
export function sendRefusal(response: ServerResponse, refusal: SandboxRefusal): void {
  const { code, retryAfterSeconds } = refusal
  const status = refusal instanceof RequestTooLarge ? 413 : refusalStatus[code]
  const headers =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) }
  sendJson(response, { status, headers, value: refusalMessage(refusal) })
}

export function sendJson(
  response: ServerResponse,
  answer: {
    readonly status: number
    readonly value: unknown
    readonly headers?: Readonly<Record<string, string>>
  },
): void {
  const text = JSON.stringify(answer.value)
  sendText(response, { ...answer, text, contentType: 'application/json' })
}

export function sendText(
  response: ServerResponse,
  answer: {
    readonly status: number
    readonly text: string
    readonly contentType: string
    readonly headers?: Readonly<Record<string, string>>
  },
): void {
  if (response.destroyed) return
  const body = Buffer.from(answer.text)
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-type': answer.contentType,
    'content-length': body.length,
    'cache-control': 'no-store',
  })
  const request = response.req
  if (request.complete) {
    response.end(body)
    return
  }
  // A client that is still sending reads the response only if the connection stays open.
  response.write(body)
  request.on('error', () => response.destroy())
  request.on('end', () => response.end())
  request.resume()
}

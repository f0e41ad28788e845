import type { ServerResponse } from 'node:http'
import type { ExecutionResult, SandboxRefusal } from '../execution.ts'
import { encodeFrame, encodeJson, type FrameKind, startedPayload } from './frames.ts'
import { mediaType, refusalMessage, refusalStatus, resultHeader } from './messages.ts'
import { RequestTooLarge } from './request-body.ts'

/**
 * The answer to one execution: output while it comes, signs of life in between, the result at the end. A
 * refusal is an answer of its own with its status, or a frame where one has begun already.
 */
export class Answer {
  readonly #response: ServerResponse
  readonly #sent = { stdout: 0, stderr: 0 }
  readonly #alive: NodeJS.Timeout

  constructor(response: ServerResponse, aliveMs: number) {
    this.#response = response
    this.#alive = setInterval(() => this.#send('alive'), aliveMs)
  }

  started(): void {
    this.#send('alive', startedPayload)
  }

  output(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
    this.#sent[stream] += bytes.length
    this.#send(stream, bytes)
  }

  result(result: ExecutionResult): void {
    clearInterval(this.#alive)
    for (const stream of ['stdout', 'stderr'] as const) {
      const rest = result[stream].subarray(this.#sent[stream])
      if (rest.length > 0) this.output(stream, rest)
    }
    this.#write(encodeJson('header', resultHeader(result)))
    for (const { bytes } of result.outputs) this.#send('bytes', bytes)
    this.#send('end')
    this.#response.end()
  }

  refuse(refusal: SandboxRefusal): void {
    clearInterval(this.#alive)
    if (this.#response.headersSent) {
      this.#write(encodeJson('refusal', refusalMessage(refusal)))
      this.#send('end')
      this.#response.end()
    } else {
      refuse(this.#response, refusal)
    }
  }

  /** Cuts it off: whoever reads it will know that it is not whole. */
  break(): void {
    clearInterval(this.#alive)
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

/** Says no with the status that belongs to it. */
export function refuse(response: ServerResponse, refusal: SandboxRefusal): void {
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
  // Whoever is still sending reads the answer only if the connection is not torn down meanwhile.
  response.write(body)
  request.on('error', () => response.destroy())
  request.on('end', () => response.end())
  request.resume()
}

import type { ServerResponse } from 'node:http'
import type { SandboxRejection } from '../execution/execution.ts'
import { rejectionMessage, rejectionStatus } from './rejection-message.ts'
import { RequestTooLarge } from './request-body.ts'

/** Sends a refusal with its HTTP status. */
export function sendRejection(response: ServerResponse, refusal: SandboxRejection): void {
  const { code, retryAfterSeconds } = refusal
  const status = refusal instanceof RequestTooLarge ? 413 : rejectionStatus[code]
  const headers =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) }
  sendJson(response, { status, headers, value: rejectionMessage(refusal) })
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

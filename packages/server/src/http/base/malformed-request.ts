import type { Socket } from 'node:net'
import { type ProblemBody, problemMediaType } from '@repertoire/protocol'

interface Refusal {
  readonly status: string
  readonly code: string
  readonly message: string
}

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'request.headers-too-large',
    message: 'The address and headers are larger than 16 KiB together; send long texts in a body.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request.timeout',
    message: 'The request was not complete in time.',
  },
}

const malformed: Refusal = {
  status: '400 Bad Request',
  code: 'request.malformed',
  message: 'This is not an HTTP request.',
}

/** Answers requests that Node's parser refuses with the usual problem body, and closes the connection. */
export function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const known = Object.hasOwn(refusals, error.code ?? '') ? refusals[error.code ?? ''] : undefined
  const { status, code, message } = known ?? malformed
  const body: ProblemBody = {
    type: 'about:blank',
    title: status.slice(4),
    status: Number(status.slice(0, 3)),
    code,
    message,
  }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status}`,
    `content-type: ${problemMediaType}`,
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

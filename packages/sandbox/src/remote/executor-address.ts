import { type ClientRequest, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { SandboxHealth } from '../execution/execution.ts'
import { healthSchema } from './health-message.ts'
import { rejectionSchema } from './rejection-message.ts'

/** The URL of an executor and its token. */
export interface ExecutorAddress {
  readonly url: URL
  readonly token: string | undefined
}

const healthTimeoutMs = 5_000
const maxResponseBytes = 256 * 1024
/** No keep-alive: a reused connection could be dead without notice. */
const agents = {
  plain: new PlainAgent({ keepAlive: false }),
  tls: new TlsAgent({ keepAlive: false }),
}

/** Throws Error for an invalid URL, or one with a password. */
export function parseExecutorUrl(text: string, token: string | undefined): ExecutorAddress {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('The address of the executor must be an http:// or https:// URL.')
  if (url.username || url.password)
    throw new Error(
      'The address of the executor must not contain a password; use the token instead.',
    )
  return { url: new URL(url.href.endsWith('/') ? url.href : `${url.href}/`), token }
}

/** Creates a request; the caller ends it. */
export function openRequest(
  { url, token }: ExecutorAddress,
  what: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly headers?: Readonly<Record<string, string | number>>
  },
): ClientRequest {
  const isTls = url.protocol === 'https:'
  return (isTls ? tlsRequest : plainRequest)(new URL(what.path, url), {
    method: what.method,
    agent: isTls ? agents.tls : agents.plain,
    headers: {
      ...what.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  })
}

/** Throws Error with a readable message when the executor cannot be reached or does not respond like one. */
export async function getHealth(executor: ExecutorAddress): Promise<SandboxHealth> {
  const { status, text } = await get(executor, 'sandbox/health')
  if (status !== 200) throw new Error(reasonIn(text, `The executor answered ${status}.`))
  return healthSchema.parse(JSON.parse(text))
}

function get(executor: ExecutorAddress, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = openRequest(executor, { method: 'GET', path })
    const timer = setTimeout(
      () => request.destroy(new Error('it does not respond')),
      healthTimeoutMs,
    )
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(new Error(`The executor at ${executor.url.host} cannot be reached: ${error.message}.`))
    }
    request.on('error', fail)
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      let length = 0
      response.on('error', fail)
      response.on('data', (piece: Buffer) => {
        length += piece.length
        if (length > maxResponseBytes)
          return request.destroy(new Error('its response is too large'))
        pieces.push(piece)
      })
      response.on('end', () => {
        clearTimeout(timer)
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() })
      })
    })
    request.end()
  })
}

/** The message of a rejection, if the response is one. */
function reasonIn(text: string, otherwise: string): string {
  try {
    return rejectionSchema.parse(JSON.parse(text)).message
  } catch {
    return otherwise
  }
}

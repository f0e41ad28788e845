import { type ClientRequest, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { SandboxHealth } from '../execution.ts'
import { healthSchema, refusalSchema } from './messages.ts'

/** Where an executor is and how to get in. */
export interface Executor {
  readonly url: URL
  readonly token: string | undefined
}

const healthMs = 5_000
const mostAnswerBytes = 256 * 1024
/** A connection of its own for each request: one that was kept could be dead without anybody knowing. */
const agents = {
  plain: new PlainAgent({ keepAlive: false }),
  tls: new TlsAgent({ keepAlive: false }),
}

/** Throws Error when it is no address, or one that holds a password. */
export function parseExecutorUrl(text: string, token: string | undefined): Executor {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('The address of the executor must be an http:// or https:// URL.')
  if (url.username || url.password)
    throw new Error('The address of the executor must hold no password; give it as the token.')
  return { url: new URL(url.href.endsWith('/') ? url.href : `${url.href}/`), token }
}

/** A request that is not sent before it is ended. */
export function openRequest(
  { url, token }: Executor,
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

/** Throws Error with a sentence for people when it cannot be asked or does not answer as an executor. */
export async function getHealth(executor: Executor): Promise<SandboxHealth> {
  const { status, text } = await get(executor, 'sandbox/health')
  if (status !== 200) throw new Error(reasonIn(text, `The executor answered ${status}.`))
  return healthSchema.parse(JSON.parse(text))
}

function get(executor: Executor, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = openRequest(executor, { method: 'GET', path })
    const timer = setTimeout(() => request.destroy(new Error('it is silent')), healthMs)
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
        if (length > mostAnswerBytes) return request.destroy(new Error('it answers too much'))
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

/** The sentence of a refusal, when the answer is one. */
function reasonIn(text: string, otherwise: string): string {
  try {
    return refusalSchema.parse(JSON.parse(text)).message
  } catch {
    return otherwise
  }
}

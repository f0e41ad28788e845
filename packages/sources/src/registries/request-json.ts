import type { ProblemError } from '@repertoire/core/base'
import type { z } from 'zod'
import { remoteLimits } from '../http/limits.ts'
import { readJson } from '../http/read-json.ts'
import { invalidAnswer, remoteProblem } from '../http/remote-problems.ts'
import { hostOf, type Requester, requestBytes } from '../http/request-bytes.ts'

/** A registry to ask. */
export interface RegistryConnection extends Requester {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Sent to the origin of `baseUrl` alone. */
  readonly token: string | null
}

export interface JsonRequest<Body> {
  /** Begins with a slash. */
  readonly path: string
  readonly schema: z.ZodType<Body>
  readonly signal: AbortSignal
  /** Default: `remoteLimits.jsonBytes`. */
  readonly maxBytes?: number
}

/** The answer to a GET; null when there is none at this path. Throws the problems of a request, `.invalid-answer`. */
export async function requestJson<Body>(
  connection: RegistryConnection,
  request: JsonRequest<Body>,
): Promise<Body | null> {
  const { body } = await tryJson(connection, request)
  return body ?? null
}

/** The same, for a path that a registry has to have. Throws `.token-required` where it hides it. */
export async function requireJson<Body>(
  connection: RegistryConnection,
  request: JsonRequest<Body>,
): Promise<Body> {
  const { body, code } = await tryJson(connection, request)
  if (body !== undefined) return body
  const host = hostOf(connection.baseUrl)
  if (isRejected(code)) throw tokenRequired(connection)
  throw invalidAnswer(connection.family, host, 'it is no registry of this kind')
}

/** Whether a registry answers this to a request without a valid token. */
export const isRejected = (code?: number): boolean => code === 401 || code === 403

export function tokenRequired({ family, baseUrl, token }: RegistryConnection): ProblemError {
  const host = hostOf(baseUrl)
  return remoteProblem(family, 'token-required', {
    message:
      token === null
        ? `${host} does not answer this without a token.`
        : `${host} refuses the token: it is unknown, expired, or may not read skills.`,
    hint: `Give the ${family} a valid token.`,
    details: { host },
  })
}

type Tried<Body> =
  | { readonly body: Body; readonly code?: undefined }
  | { readonly body?: undefined; readonly code: number }

/** The same as `requestJson`, with the status of the answer where there is no body. */
export async function tryJson<Body>(
  connection: RegistryConnection,
  { path, schema, signal, maxBytes = remoteLimits.jsonBytes }: JsonRequest<Body>,
): Promise<Tried<Body>> {
  const { family, baseUrl, token } = connection
  const url = `${baseUrl}${path}`
  const answer = await requestBytes(connection, {
    ...{ url, token, signal, maxBytes },
    accept: 'application/json',
  })
  if (answer.status !== 'ok') return { code: answer.status === 'absent' ? answer.code : 304 }
  const json = readJson(answer.bytes)
  if (json.fault !== undefined) throw invalidAnswer(family, hostOf(url), json.fault)
  const parsed = schema.safeParse(json.value)
  if (!parsed.success)
    throw invalidAnswer(family, hostOf(url), 'it does not have the fields of one')
  return { body: parsed.data }
}

import { createHash } from 'node:crypto'
import type { AppAnswered, ProblemBody } from '@repertoire/protocol'
import type { TestServer } from '../../../testing/test-server.ts'

export const origin = 'http://repertoire.example'
export const redirectUri = 'https://app.example/back'
export const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

/** An app as it talks to a server, step by step, so that a test can go wrong at each. */
export function createTestApp(server: TestServer, address = origin) {
  const { host } = new URL(address)
  const send = async (path: string, init: RequestInit): Promise<Response> =>
    server.http.request(`${address}${path}`, {
      ...init,
      headers: { host, ...(init.headers as Record<string, string>) },
    })
  const form = (path: string, fields: Readonly<Record<string, string>> | string[][]) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    })

  async function register(fields: object = {}): Promise<string> {
    const answer = await registration(fields)
    return ((await answer.json()) as { client_id: string }).client_id
  }
  const registration = (fields: object = {}) =>
    send('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Agent', redirect_uris: [redirectUri], ...fields }),
    })
  const requestOf = (clientId: string, changes: object = {}) => ({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', state: 's&1' },
    ...{ resource: `${address}/mcp`, ...changes },
  })
  /** The person’s yes. */
  const approve = (request: object, { key = server.ownerKey, scopes = ['skills:read'] } = {}) =>
    server.call<AppAnswered & ProblemBody>('/api/v1/connected-apps', {
      ...{ key, body: { approved: true, request, scopes } },
      headers: { host },
    })
  async function codeFor(clientId: string, given: { key?: string; scopes?: string[] } = {}) {
    const { body } = await approve(requestOf(clientId), given)
    return new URL(body.redirect_to).searchParams.get('code') ?? ''
  }
  const redeem = (clientId: string, code: string, changes: object = {}) =>
    form('/oauth/token', {
      ...{ grant_type: 'authorization_code', code, client_id: clientId },
      ...{ redirect_uri: redirectUri, code_verifier: verifier, ...changes },
    })
  const refresh = (clientId: string, token: string, changes: object = {}) =>
    form('/oauth/token', {
      ...{ grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...changes },
    })
  async function connect(given: { key?: string; scopes?: string[] } = {}) {
    const clientId = await register()
    const answer = await redeem(clientId, await codeFor(clientId, given))
    return { clientId, tokens: (await answer.json()) as Tokens }
  }
  const mcp = (
    token: string | null,
    { path = '/mcp', method = 'tools/list', params = {}, headers = {} } = {},
  ) =>
    send(path, {
      method: 'POST',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  return {
    ...{ form, send, register, registration, requestOf, approve, codeFor, redeem, refresh },
    ...{ connect, mcp },
  }
}

/** The code of a rejection of RFC 6749, with its status. */
export async function rejection(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { error: string }).error]
}

import { ProblemError } from '@repertoire/core/base'
import { type AppScope, isRegisteredRedirect, readAppScopes } from '@repertoire/core/domain'
import type { AppRequest } from '@repertoire/protocol'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import { type AppClient, type ClientDeps, findClient } from './app-client.ts'
import { isOwnResource, issuerOf } from './oauth-addresses.ts'

/** What an app asks a person for, every part of it checked. */
export interface CheckedRequest {
  readonly client: AppClient
  readonly redirectUri: string
  readonly scopes: readonly AppScope[]
  readonly challenge: string
  readonly state: string | null
}

/**
 * Checks an authorisation request. Nothing that is wrong sends the person away: anybody can register an app, so a refusal
 * that redirects would be a way to anywhere.
 */
export async function checkAppRequest(
  deps: ClientDeps & { readonly external: Pick<ExternalRequest, 'scheme' | 'host'> },
  asked: AppRequest,
): Promise<CheckedRequest> {
  const client = await findClient(deps, asked.client_id)
  const redirectUri = asked.redirect_uri ?? soleRedirect(client)
  if (!isRegisteredRedirect(redirectUri, client.redirectUris)) throw wrongRedirect()
  if (asked.response_type !== 'code') throw invalid('response_type has to be `code`.')
  if (asked.code_challenge_method !== 'S256') {
    throw invalid('code_challenge_method has to be `S256`.')
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(asked.code_challenge ?? '')) {
    throw invalid('code_challenge has to be a SHA-256 in base64url.')
  }
  if (asked.resource !== undefined && !isOwnResource(asked.resource, deps.external)) {
    throw invalid('resource is not the address of this server’s endpoint.')
  }
  const scopes = readAppScopes(asked.scope)
  if (scopes.length === 0) throw invalid('scope names nothing that this server has.')
  const challenge = asked.code_challenge ?? ''
  return { client, redirectUri, scopes, challenge, state: asked.state ?? null }
}

/** Where the person’s browser goes with the answer. */
export function answerAddress(
  { redirectUri, state }: Pick<CheckedRequest, 'redirectUri' | 'state'>,
  external: Pick<ExternalRequest, 'scheme' | 'host'>,
  answer: { readonly code: string } | { readonly error: string },
): string {
  const query = new URLSearchParams({ ...answer, ...(state !== null && { state }) })
  query.set('iss', issuerOf(external))
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

function soleRedirect({ redirectUris }: AppClient): string {
  const [only = '', ...others] = redirectUris
  return others.length === 0 ? only : ''
}

function wrongRedirect(): ProblemError {
  return new ProblemError({
    code: 'app.wrong-redirect',
    kind: 'invalid',
    message: 'The app asks for the answer at an address that is not registered for it.',
    hint: 'Do not go on unless you started this yourself; then connect it again from the app.',
  })
}

function invalid(message: string): ProblemError {
  return new ProblemError({
    ...{
      code: 'app.invalid-request',
      kind: 'invalid',
      message: `The app asks wrongly: ${message}`,
    },
    hint: 'Connect it again from the app, or tell whoever makes it.',
  })
}

import { type AppScope, ProblemError } from '@repertoire/core'
import { knownAddress } from '../../identity/audit/access-audit.ts'
import { authenticate, type Caller, type Credentials } from '../../identity/auth/authenticate.ts'
import { findValidKeyByHash } from '../../identity/auth/find-credential.ts'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import type { Application } from '../base/application.ts'
import { isAccessToken } from './app-tokens.ts'
import { resourceOf } from './oauth-addresses.ts'

/** Who calls the endpoint. */
export interface EndpointCaller {
  readonly caller: Caller
  /** What a person let the app do; null for a key, whose permissions say all. */
  readonly scopes: readonly AppScope[] | null
}

/** Finds the caller by an app's access token, else by an API key. Errors as `authenticate`. */
export async function authenticateClient(
  app: Application,
  credentials: Credentials & { readonly external: ExternalRequest },
): Promise<EndpointCaller> {
  const { headers, external } = credentials
  const secret = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (secret === undefined || !isAccessToken(secret)) {
    return { caller: await authenticate(app, credentials), scopes: null }
  }
  const attempt = { address: external.address, key: secret }
  const found = await app.failedKeys.find(attempt, (text) =>
    app.store.directory.findAppToken(app.sha256(text)),
  )
  // A token of another address of this server is no token here.
  const counts =
    found?.token.kind === 'access' &&
    found.token.expiresAt > app.clock.now() &&
    found.app.resource === resourceOf(external)
  const key = counts ? await findValidKeyByHash(app, found.keyHash) : null
  if (!found || !key) throw tokenRefused()
  const { tenantId, member, authority } = key
  return {
    scopes: found.app.scopes,
    caller: {
      principal: {
        ...{ tenantId, userId: member.id, ...authority },
        credential: { id: key.key.id, address: knownAddress(external.address) },
      },
      credential: { kind: 'key', keyId: key.key.id, keyHash: found.keyHash },
    },
  }
}

function tokenRefused(): ProblemError {
  return new ProblemError({
    code: 'auth.invalid',
    kind: 'unauthenticated',
    message: 'The access token is unknown, expired, revoked, or of another address.',
    hint: 'Refresh it, or connect the app again.',
  })
}

import { ProblemError } from '@repertoire/core/base'
import type { AppScope } from '@repertoire/core/domain'
import type { AppTokenHolder } from '@repertoire/core/ports'
import { knownAddress } from '../../identity/audit/access-audit.ts'
import {
  authenticate,
  type Caller,
  type Credentials,
  callerNow,
} from '../../identity/auth/authenticate.ts'
import { findValidKeyByHash } from '../../identity/auth/find-credential.ts'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import type { Application } from '../base/application.ts'
import type { SentBy } from '../base/event-response.ts'
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
  credentials: Credentials & SentBy,
): Promise<EndpointCaller> {
  const secret = accessTokenIn(credentials.headers)
  if (secret === null) return { caller: await authenticate(app, credentials), scopes: null }
  const attempt = { address: credentials.external.address, key: secret }
  const found = await app.failedKeys.find(attempt, (text) =>
    app.store.directory.findAppToken(app.sha256(text)),
  )
  const caller = found && (await callerByToken(app, found, credentials.external))
  if (!caller) throw tokenRefused()
  return { scopes: found.app.scopes, caller }
}

/** The caller of a request that was accepted before; null when its credential has ended. */
export async function clientNow(app: Application, credentials: SentBy): Promise<Caller | null> {
  const secret = accessTokenIn(credentials.headers)
  if (secret === null) return callerNow(app, credentials)
  const found = await app.store.directory.findAppToken(app.sha256(secret))
  return found && callerByToken(app, found, credentials.external)
}

function accessTokenIn(headers: Headers): string | null {
  const secret = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1]
  return secret !== undefined && isAccessToken(secret) ? secret : null
}

async function callerByToken(
  app: Application,
  found: AppTokenHolder,
  external: ExternalRequest,
): Promise<Caller | null> {
  // A token of another address of this server is no token here.
  const counts =
    found.token.kind === 'access' &&
    found.token.expiresAt > app.clock.now() &&
    found.app.resource === resourceOf(external)
  const key = counts ? await findValidKeyByHash(app, found.keyHash) : null
  if (!key) return null
  const { tenantId, member, authority } = key
  return {
    principal: {
      ...{ tenantId, userId: member.id, ...authority },
      credential: { id: key.key.id, address: knownAddress(external.address) },
    },
    credential: { kind: 'key', keyId: key.key.id, keyHash: found.keyHash },
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

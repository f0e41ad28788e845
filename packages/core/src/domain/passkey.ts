import type { Problem } from '../base/errors.ts'
import type { ApiKeyId, PasskeyId, Timestamp, UserId } from '../base/ids.ts'
import type { ApiKey } from './api-key.ts'

/** A WebAuthn credential of a person. Its private key never leaves their device. */
export interface Passkey {
  readonly id: PasskeyId
  readonly userId: UserId
  /** Base64url, given by the device; unique on the server. */
  readonly credentialId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly name: string
  readonly createdAt: Timestamp
  readonly lastUsedAt: Timestamp | null
  /** The API key of the login in whose session it was made; null for another login. */
  readonly loginKeyId: ApiKeyId | null
}

/** How many a person may have. */
export const maxPasskeys = 20

/**
 * Why a session may not make a passkey: undefined for one without a key, or with a key that has neither an expiry
 * nor a parent. A passkey has no end, so it would be a way out of both.
 */
export function passkeyProblem(
  loginKey: Pick<ApiKey, 'expiresAt' | 'parentId'> | null,
): Problem | undefined {
  if (loginKey === null) return undefined
  if (loginKey.expiresAt === null && loginKey.parentId === null) return undefined
  return {
    code: 'passkey.limited-login',
    kind: 'forbidden',
    message:
      'The key of this login has an expiry or depends on another key, and a passkey would outlast it.',
    hint: 'Log in with a key that has neither, by a printed link or at your identity provider.',
  }
}

import type { ApiKeyId, Sha256, Timestamp, UserId } from '@repertoire/core/base'
import type { ApiKey, Permission } from '@repertoire/core/domain'
import type { Clock, IdSource } from '@repertoire/core/ports'
import { newApiKey, publicIdOf } from '../credentials/api-key-format.ts'
import type { NewSecret } from '../credentials/secret.ts'

export interface ApiKeyRequest {
  readonly userId: UserId
  readonly name: string
  readonly scopes: readonly Permission[]
  readonly expiresAt: Timestamp | null
  readonly parentId: ApiKeyId | null
  /** Null for the operator. */
  readonly createdBy: UserId | null
  readonly loginKeyId: ApiKeyId | null
  /** Used instead of a random secret. */
  readonly secret?: string | undefined
}

export interface IssuedApiKey {
  readonly key: ApiKey
  /** The hash that the store keeps. */
  readonly hash: string
  /** The secret itself. The person sees it once. */
  readonly secret: string
}

export interface ApiKeyPorts {
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly newSecret: NewSecret
}

/** A key whose secret somebody else has. */
export function describeApiKey(
  { ids, clock }: Pick<ApiKeyPorts, 'ids' | 'clock'>,
  request: Omit<ApiKeyRequest, 'secret'>,
  publicId: string,
): ApiKey {
  const id = ids.next('key') as ApiKeyId
  return { ...request, id, publicId, createdAt: clock.now(), lastUsedAt: null }
}

export function issueApiKey(ports: ApiKeyPorts, request: ApiKeyRequest): IssuedApiKey {
  const { secret: given, ...rest } = request
  const made =
    given === undefined ? newApiKey(ports.newSecret) : { text: given, publicId: publicIdOf(given) }
  const { text: secret, publicId } = made
  const key = describeApiKey(ports, rest, publicId ?? '')
  return { key, hash: ports.sha256(secret), secret }
}

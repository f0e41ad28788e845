import type {
  ApiKey,
  ApiKeyId,
  Clock,
  IdSource,
  Permission,
  Sha256,
  Timestamp,
  UserId,
} from '@repertoire/core'
import { apiKeyPrefix, type NewSecret, shownKeyLength } from './secret.ts'

export interface ApiKeyRequest {
  readonly userId: UserId
  readonly name: string
  readonly scopes: readonly Permission[]
  readonly expiresAt: Timestamp | null
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

export function issueApiKey(ports: ApiKeyPorts, request: ApiKeyRequest): IssuedApiKey {
  const { secret = `${apiKeyPrefix}${ports.newSecret()}`, ...rest } = request
  const key: ApiKey = {
    ...rest,
    id: ports.ids.next('key') as ApiKeyId,
    prefix: secret.slice(0, shownKeyLength),
    createdAt: ports.clock.now(),
    lastUsedAt: null,
  }
  return { key, hash: ports.sha256(secret), secret }
}

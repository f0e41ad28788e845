import { randomBytes } from 'node:crypto'
import type { TenantId, TriggerId } from '@repertoire/core/base'
import { lazyEncryptor } from '../../platform/secrets/encryption.ts'
import { secretPrefix } from './signature.ts'

/** Secrets of webhooks: generated here, stored encrypted, shown once. */
export interface TriggerSecrets {
  /** Throws ProblemError `secret.key-missing` or `secret.key-unusable`. */
  make(
    tenantId: TenantId,
    id: TriggerId,
  ): Promise<{ readonly secret: string; readonly encrypted: string }>
  /** Null when it was encrypted with another key. */
  decrypt(tenantId: TenantId, id: TriggerId, encrypted: string): Promise<string | null>
}

export function createTriggerSecrets(loadKey: () => Promise<Uint8Array>): TriggerSecrets {
  const getEncryptor = lazyEncryptor(loadKey)
  return {
    make: async (tenantId, id) => {
      const secret = newTriggerSecret()
      return { secret, encrypted: (await getEncryptor()).encrypt(secret, contextOf(tenantId, id)) }
    },
    decrypt: async (tenantId, id, encrypted) => {
      const encryptor = await getEncryptor()
      try {
        return encryptor.decrypt(encrypted, contextOf(tenantId, id))
      } catch {
        return null
      }
    },
  }
}

/** Also generates the decoy that deliveries to unknown webhooks are compared with. */
export function newTriggerSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

function contextOf(tenantId: TenantId, id: TriggerId): readonly string[] {
  return [tenantId, 'signal', id]
}

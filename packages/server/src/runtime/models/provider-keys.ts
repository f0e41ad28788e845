import { ProblemError, type TenantId } from '@repertoire/core/base'
import type { ModelProvider } from '@repertoire/core/domain'
import { lazyEncryptor } from '../../platform/secrets/encryption.ts'

/** Keys of model providers: stored encrypted, and decrypted only for a request to their provider. */
export interface ProviderKeys {
  /** Throws ProblemError `secret.key-missing`. */
  encrypt(tenantId: TenantId, key: string): Promise<string>
  /** Undefined without a key. Throws ProblemError `model.key-unreadable`. */
  decrypt(tenantId: TenantId, provider: Pick<ModelProvider, 'key'>): Promise<string | undefined>
}

export function createProviderKeys(loadKey: () => Promise<Uint8Array>): ProviderKeys {
  const getEncryptor = lazyEncryptor(loadKey)
  return {
    encrypt: async (tenantId, key) => (await getEncryptor()).encrypt(key, contextOf(tenantId)),
    decrypt: async (tenantId, { key }) => {
      if (key === null) return undefined
      try {
        return (await getEncryptor()).decrypt(key.encrypted, contextOf(tenantId))
      } catch {
        throw new ProblemError({
          code: 'model.key-unreadable',
          kind: 'unavailable',
          message:
            'The key of this model provider was encrypted with another key and cannot be read.',
          hint: 'Paste it again under Settings → Models, or give the server the key it had (REPERTOIRE_SECRET_KEY, or secret.key in the data folder).',
        })
      }
    },
  }
}

/** A key is bound to its organisation. */
function contextOf(tenantId: TenantId): readonly string[] {
  return [tenantId, 'model-provider-key']
}

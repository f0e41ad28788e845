import { randomBytes } from 'node:crypto'
import { ProblemError, type TenantId } from '@repertoire/core/base'
import { lazyEncryptor } from '../../platform/secrets/encryption.ts'
import { secretPrefix } from '../triggers/signature.ts'

/** Secrets that digests are signed with: stored encrypted, and decrypted only to sign. */
export interface DigestSecrets {
  /** Throws ProblemError `secret.key-missing` or `secret.key-unusable`. */
  encrypt(tenantId: TenantId, secret: string): Promise<string>
  /** Throws ProblemError `notification.secret-unreadable`. */
  decrypt(tenantId: TenantId, encrypted: string): Promise<string>
}

export function createDigestSecrets(loadKey: () => Promise<Uint8Array>): DigestSecrets {
  const getEncryptor = lazyEncryptor(loadKey)
  return {
    encrypt: async (tenantId, secret) =>
      (await getEncryptor()).encrypt(secret, contextOf(tenantId)),
    decrypt: async (tenantId, encrypted) => {
      try {
        return (await getEncryptor()).decrypt(encrypted, contextOf(tenantId))
      } catch {
        throw new ProblemError({
          code: 'notification.secret-unreadable',
          kind: 'unavailable',
          message: 'The secret of the digest was encrypted with another key and cannot be read.',
          hint: 'Give it another secret, or give the server the key it had (REPERTOIRE_SECRET_KEY, or secret.key in the data folder).',
        })
      }
    },
  }
}

/** In the form of Standard Webhooks. */
export function newDigestSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

function contextOf(tenantId: TenantId): readonly string[] {
  return [tenantId, 'inbox-notification']
}

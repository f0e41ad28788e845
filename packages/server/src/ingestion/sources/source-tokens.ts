import { ProblemError, type TenantId } from '@repertoire/core/base'
import type { SkillSource } from '@repertoire/core/domain'
import { lazyEncryptor } from '../../platform/secrets/encryption.ts'

/** Tokens of sources: stored encrypted, and decrypted only for the request to their source. */
export interface SourceTokens {
  /** Throws ProblemError `secret.key-missing`. */
  encrypt(tenantId: TenantId, token: string): Promise<string>
  /** Null without a token. Throws ProblemError `source.token-unreadable`. */
  decrypt(tenantId: TenantId, source: Pick<SkillSource, 'encryptedToken'>): Promise<string | null>
}

export function createSourceTokens(loadKey: () => Promise<Uint8Array>): SourceTokens {
  const getEncryptor = lazyEncryptor(loadKey)
  return {
    encrypt: async (tenantId, token) => (await getEncryptor()).encrypt(token, contextOf(tenantId)),
    decrypt: async (tenantId, { encryptedToken }) => {
      if (encryptedToken === null) return null
      try {
        return (await getEncryptor()).decrypt(encryptedToken, contextOf(tenantId))
      } catch {
        throw new ProblemError({
          code: 'source.token-unreadable',
          kind: 'conflict',
          message: 'The token of this source was encrypted with another key and cannot be read.',
          hint: 'Set it again, or give the server the key it had (REPERTOIRE_SECRET_KEY).',
        })
      }
    },
  }
}

/** A token is bound to its organisation. */
function contextOf(tenantId: TenantId): readonly string[] {
  return [tenantId, 'source-token']
}

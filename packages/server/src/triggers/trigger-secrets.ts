import { randomBytes } from 'node:crypto'
import type { TenantId, TriggerId } from '@repertoire/core'
import { createSealer, type Sealer } from '../secrets/encryption.ts'
import { secretPrefix } from './signature.ts'

/** Secrets of webhooks: made here, kept sealed, shown once. */
export interface TriggerSecrets {
  /** Throws ProblemError `secret.key-missing` or `secret.key-unusable`. */
  make(
    tenantId: TenantId,
    id: TriggerId,
  ): Promise<{ readonly secret: string; readonly sealed: string }>
  /** Null when it was sealed under another key. */
  open(tenantId: TenantId, id: TriggerId, sealed: string): Promise<string | null>
}

export function createTriggerSecrets(loadKey: () => Promise<Uint8Array>): TriggerSecrets {
  let sealer: Sealer | undefined
  const sealing = async (): Promise<Sealer> => {
    sealer ??= createSealer(await loadKey())
    return sealer
  }
  return {
    make: async (tenantId, id) => {
      const secret = newTriggerSecret()
      return { secret, sealed: (await sealing()).seal(secret, placeOf(tenantId, id)) }
    },
    open: async (tenantId, id, sealed) => {
      const opener = await sealing()
      try {
        return opener.open(sealed, placeOf(tenantId, id))
      } catch {
        return null
      }
    },
  }
}

/** Also what a delivery to nobody is compared with. */
export function newTriggerSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

function placeOf(tenantId: TenantId, id: TriggerId): readonly string[] {
  return [tenantId, 'signal', id]
}

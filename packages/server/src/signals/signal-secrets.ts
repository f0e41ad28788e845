import { randomBytes } from 'node:crypto'
import type { SignalSourceId, TenantId } from '@repertoire/core'
import { createSealer, type Sealer } from '../scripts/seal.ts'
import { secretPrefix } from './signature.ts'

/** Secrets of webhooks: made here, kept sealed, shown once. */
export interface SignalSecrets {
  /** Throws ProblemError `secret.key-missing` or `secret.key-unusable`. */
  make(
    tenantId: TenantId,
    id: SignalSourceId,
  ): Promise<{ readonly secret: string; readonly sealed: string }>
  /** Null when it was sealed under another key. */
  open(tenantId: TenantId, id: SignalSourceId, sealed: string): Promise<string | null>
}

export function createSignalSecrets(loadKey: () => Promise<Uint8Array>): SignalSecrets {
  let sealer: Sealer | undefined
  const sealing = async (): Promise<Sealer> => {
    sealer ??= createSealer(await loadKey())
    return sealer
  }
  return {
    make: async (tenantId, id) => {
      const secret = newSignalSecret()
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
export function newSignalSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

function placeOf(tenantId: TenantId, id: SignalSourceId): readonly string[] {
  return [tenantId, 'signal', id]
}

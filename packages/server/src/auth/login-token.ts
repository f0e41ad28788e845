import { timingSafeEqual } from 'node:crypto'
import type { Clock, Sha256, TenantId } from '@repertoire/core'
import type { NewSecret } from './secret.ts'

/** How long the printed login link is valid. */
export const loginTokenMinutes = 30

/**
 * The one-time login link that is printed at start. Only its hash is kept, in memory, and using it invalidates
 * it.
 */
export interface LoginToken {
  /** Makes a new token for the owner of an organisation and invalidates the one before. */
  issue(tenantId: TenantId): string
  /** The organisation, once, for the newest token, within {@link loginTokenMinutes}; null otherwise. */
  redeem(token: string): TenantId | null
}

export function createLoginToken(deps: {
  clock: Clock
  sha256: Sha256
  newSecret: NewSecret
}): LoginToken {
  let current: { hash: Buffer; expiresAt: number; tenantId: TenantId } | undefined
  return {
    issue(tenantId) {
      const token = deps.newSecret()
      current = {
        hash: Buffer.from(deps.sha256(token)),
        expiresAt: deps.clock.now() + loginTokenMinutes * 60_000,
        tenantId,
      }
      return token
    },
    redeem(token) {
      if (!current || deps.clock.now() >= current.expiresAt) return null
      if (!timingSafeEqual(Buffer.from(deps.sha256(token)), current.hash)) return null
      const { tenantId } = current
      current = undefined
      return tenantId
    },
  }
}

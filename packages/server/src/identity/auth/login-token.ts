import type { Sha256, TenantId } from '@repertoire/core/base'
import type { Clock } from '@repertoire/core/ports'
import type { NewSecret } from '../credentials/secret.ts'

/** How long a login link is valid. */
export const loginTokenMinutes = 30

/** Limit of links that are open at once; the oldest is dropped first. */
const maxOpenLinks = 1_000

/** What a link logs in as: the owner of an organisation, or the holder of a key by its hash. */
export type LoginLink =
  | { readonly as: 'owner'; readonly tenantId: TenantId }
  | { readonly as: 'key'; readonly keyHash: string }

/**
 * One-time login links: the one that is printed at start, and those that holders of a key ask for. Only hashes are
 * kept, in memory, and using a link invalidates it.
 */
export interface LoginToken {
  /** Makes a new token and invalidates the one before for the same key or owner. */
  issue(link: LoginLink): string
  /** Once, for the newest token, within {@link loginTokenMinutes}; null otherwise. */
  redeem(token: string): LoginLink | null
}

export function createLoginToken(deps: {
  clock: Clock
  sha256: Sha256
  newSecret: NewSecret
}): LoginToken {
  /** By the hash of the token, which tells nothing about tokens that are near it. */
  const open = new Map<string, { readonly link: LoginLink; readonly expiresAt: number }>()
  return {
    issue(link) {
      for (const [hash, other] of open) if (isSame(other.link, link)) open.delete(hash)
      const oldest = open.keys().next()
      if (open.size >= maxOpenLinks && !oldest.done) open.delete(oldest.value)
      const token = deps.newSecret()
      const expiresAt = deps.clock.now() + loginTokenMinutes * 60_000
      open.set(deps.sha256(token), { link, expiresAt })
      return token
    },
    redeem(token) {
      const hash = deps.sha256(token)
      const found = open.get(hash)
      open.delete(hash)
      return found && deps.clock.now() < found.expiresAt ? found.link : null
    },
  }
}

function isSame(one: LoginLink, other: LoginLink): boolean {
  if (one.as === 'owner') return other.as === 'owner' && one.tenantId === other.tenantId
  return other.as === 'key' && one.keyHash === other.keyHash
}

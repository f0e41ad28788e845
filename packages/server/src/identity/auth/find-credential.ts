import type { Sha256, Timestamp } from '@repertoire/core/base'
import { type KeyAuthority, keyAuthority, keysEndAt } from '@repertoire/core/domain'
import type { Clock, KeyHolder, Store } from '@repertoire/core/ports'

/** The operator's limits of all credentials. */
export interface CredentialLimits {
  /** Null for none. */
  readonly maxKeyAgeMs: number | null
  /** How old a login may be for minting keys and for changes of members, roles and policies. */
  readonly sessionFreshMs: number
}

export interface CredentialDeps {
  readonly store: Pick<Store, 'directory'>
  readonly clock: Clock
  readonly sha256: Sha256
  readonly credentialLimits: CredentialLimits
}

export interface ValidKey extends KeyHolder {
  /** What the key may do now. */
  readonly authority: KeyAuthority
  /** When it, or what it depends on, ends; null for never. */
  readonly endsAt: Timestamp | null
}

/** The key of a secret; null when it is unknown, or it or a credential it depends on has ended. */
export function findValidKey(deps: CredentialDeps, secret: string): Promise<ValidKey | null> {
  return findValidKeyByHash(deps, deps.sha256(secret))
}

export async function findValidKeyByHash(
  deps: CredentialDeps,
  hash: string,
): Promise<ValidKey | null> {
  const now = deps.clock.now()
  const { maxKeyAgeMs } = deps.credentialLimits
  const holder = await deps.store.directory.findKey(hash, now)
  if (!holder) return null
  const chain = [{ member: holder.member, key: holder.key }, ...holder.ancestors]
  const authority = keyAuthority(chain, { now, maxAgeMs: maxKeyAgeMs })
  if (!authority) return null
  const keys = chain.flatMap(({ key }) => (key ? [key] : []))
  return { ...holder, authority, endsAt: keysEndAt(keys, maxKeyAgeMs) }
}

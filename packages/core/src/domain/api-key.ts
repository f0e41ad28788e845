import { type Problem, ProblemError } from '../base/errors.ts'
import type { ApiKeyId, Timestamp, UserId } from '../base/ids.ts'
import type { Member } from './member.ts'
import { narrowPermissions, rolePermissions } from './permissions.ts'
import { type Permission, type Role, roles } from './principal.ts'

export interface ApiKey {
  readonly id: ApiKeyId
  readonly userId: UserId
  readonly name: string
  /** `rep_<public id>`, no part of the secret; empty for a key whose text an operator chose. */
  readonly publicId: string
  readonly scopes: readonly Permission[]
  readonly createdAt: Timestamp
  readonly lastUsedAt: Timestamp | null
  readonly expiresAt: Timestamp | null
  /** The key that minted it; null when a person did in a session, or the operator. */
  readonly parentId: ApiKeyId | null
  /** Who minted it; null for the operator's keys, and for older ones. */
  readonly createdBy: UserId | null
  /** The key of the login in whose session it was minted; null for a one-time link. */
  readonly loginKeyId: ApiKeyId | null
}

/** One credential that a key depends on: a member, and the key they used; null for a session. */
export interface KeyLink {
  readonly member: Pick<Member, 'role'>
  readonly key: ApiKey | null
}

export interface KeyAuthority {
  readonly role: Role
  readonly permissions: readonly Permission[]
}

/** How many keys may depend on each other, each minted by the one before. */
export const maxKeyGenerations = 8

/** The key, then the one that minted it, and so on. Stops where one is missing. */
export function lineageOf(keys: readonly ApiKey[], id: ApiKeyId | null): readonly ApiKey[] {
  const key = keys.find((one) => one.id === id)
  return key ? [key, ...lineageOf(keys, key.parentId)] : []
}

/** The keys that `ids` minted, directly or through other keys: they end with them. */
export function descendantsOf<Key extends Pick<ApiKey, 'id' | 'parentId'>>(
  keys: readonly Key[],
  ids: readonly ApiKeyId[],
): readonly Key[] {
  const children = keys.filter(({ parentId }) => parentId !== null && ids.includes(parentId))
  if (children.length === 0) return []
  const childIds = children.map(({ id }) => id)
  return [...children, ...descendantsOf(keys, childIds)]
}

/**
 * The keys that whoever has `ids` could have made: with them, and in sessions opened with them. The second kind does
 * not end with them.
 */
export function madeWith(keys: readonly ApiKey[], ids: readonly ApiKeyId[]): readonly ApiKey[] {
  const found = new Set<ApiKeyId | null>(ids)
  const isMade = ({ id, parentId, loginKeyId }: ApiKey) =>
    !found.has(id) &&
    ((parentId !== null && found.has(parentId)) || (loginKeyId !== null && found.has(loginKeyId)))
  for (let next = keys.filter(isMade); next.length > 0; next = keys.filter(isMade)) {
    for (const { id } of next) found.add(id)
  }
  return keys.filter(({ id }) => found.has(id) && !ids.includes(id))
}

/** When the first of these keys ends, by its expiry or by its age; null for never. */
export function keysEndAt(
  lineage: readonly Pick<ApiKey, 'createdAt' | 'expiresAt'>[],
  maxAgeMs: number | null,
): Timestamp | null {
  const ends = lineage.flatMap(({ createdAt, expiresAt }) => [
    ...(expiresAt === null ? [] : [expiresAt]),
    ...(maxAgeMs === null ? [] : [createdAt + maxAgeMs]),
  ])
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * What a key may do now: no more than each credential it depends on may do now. Null when it or one of them has
 * ended.
 */
export function keyAuthority(
  chain: readonly KeyLink[],
  { now, maxAgeMs }: { readonly now: Timestamp; readonly maxAgeMs: number | null },
): KeyAuthority | null {
  const keys = chain.flatMap(({ key }) => (key ? [key] : []))
  const end = keysEndAt(keys, maxAgeMs)
  if (end !== null && end <= now) return null
  // Roles are ordered from the highest to the lowest.
  const rank = Math.max(...chain.map(({ member }) => roles.indexOf(member.role)))
  const role = roles[rank] ?? 'member'
  const permissions = rolePermissions(role).filter((permission) =>
    chain.every(({ member, key }) =>
      (key ? narrowPermissions(member.role, key.scopes) : rolePermissions(member.role)).includes(
        permission,
      ),
    ),
  )
  return { role, permissions }
}

/**
 * Which key a new one depends on. A key that mints is the parent. In a session it is the person, unless the login
 * was by a key with a limit of its own: logging in does not escape that limit.
 */
export function parentOfMinted(
  keys: readonly ApiKey[],
  credential: { readonly kind: 'key' | 'session'; readonly keyId: ApiKeyId | null },
): ApiKey | null {
  const key = keys.find(({ id }) => id === credential.keyId) ?? null
  if (credential.kind === 'key' || key === null) return key
  return key.parentId !== null || key.expiresAt !== null ? key : null
}

export interface MintedKeyRequest {
  /** Null when no end is asked for. */
  readonly expiresAt: Timestamp | null
  readonly now: Timestamp
  readonly maxAgeMs: number | null
  /** The parent first; empty for a key that depends on a person. */
  readonly lineage: readonly ApiKey[]
}

/**
 * The expiry of a new key: the requested one, or that of its parent. Throws ProblemError `key.expired-already`,
 * `key.outlives-parent`, `key.age-exceeded` or `key.too-many-generations`.
 */
export function mintedExpiry(request: MintedKeyRequest): Timestamp | null {
  const { expiresAt, now, maxAgeMs, lineage } = request
  if (lineage.length >= maxKeyGenerations) throw new ProblemError(tooManyGenerations)
  const parentEnd = keysEndAt(lineage, maxAgeMs)
  if (expiresAt === null) return parentEnd
  if (expiresAt <= now) throw new ProblemError(expiredAlready)
  if (parentEnd !== null && expiresAt > parentEnd) throw new ProblemError(outlivesParent)
  if (maxAgeMs !== null && expiresAt > now + maxAgeMs) throw new ProblemError(ageExceeded(maxAgeMs))
  return expiresAt
}

const expiredAlready: Problem = {
  code: 'key.expired-already',
  kind: 'invalid',
  message: 'expires_at has to be in the future.',
}

const outlivesParent: Problem = {
  code: 'key.outlives-parent',
  kind: 'forbidden',
  message: 'The key would outlive the key that makes it.',
  hint: 'Leave out expires_at, ask for an earlier time, or make the key in a browser session.',
}

function ageExceeded(maxAgeMs: number): Problem {
  const days = maxAgeMs / 86_400_000
  return {
    code: 'key.age-exceeded',
    kind: 'forbidden',
    message: `A key of this server ends ${days} ${days === 1 ? 'day' : 'days'} after it was made.`,
    hint: 'Leave out expires_at, or ask for an earlier time.',
    details: { max_age_days: days },
  }
}

const tooManyGenerations: Problem = {
  code: 'key.too-many-generations',
  kind: 'forbidden',
  message: `At most ${maxKeyGenerations} keys depend on each other, each made by the one before.`,
  hint: 'Make the key in a browser session, or with an earlier key.',
}

import type { ApiKeyId, Timestamp, UserId } from '../base/ids.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { Permission, Role } from '../domain/principal.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { Page, PageRequest } from './pages.ts'

export interface SettingsStore {
  get(): Promise<{ readonly settings: OrganisationSettings; readonly version: number }>
  /** Throws ProblemError `settings.stale` when `expectedVersion` is given and no longer current. */
  put(settings: OrganisationSettings, expectedVersion?: number): Promise<number>
}

export interface Member {
  readonly id: UserId
  readonly name: string
  readonly role: Role
  readonly createdAt: Timestamp
}

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
}

export interface MemberStore {
  list(): Promise<readonly Member[]>
  get(id: UserId): Promise<Member | null>
  create(member: Member): Promise<void>
  /** Throws ProblemError `member.not-found`, or `member.last-owner`: an organisation keeps at least one owner. */
  setRole(id: UserId, role: Role): Promise<void>
  /** Same errors as setRole. */
  remove(id: UserId): Promise<void>
  keys(): Promise<readonly ApiKey[]>
  /** `hash` is the SHA-256 hex of the key, which itself is never stored. */
  createKey(key: ApiKey, hash: string): Promise<void>
  removeKey(id: ApiKeyId): Promise<boolean>
}

export interface AuditStore {
  append(entries: readonly AuditEntry[]): Promise<void>
  /** Newest first. */
  list(
    filter: { readonly action?: string; readonly target?: string; readonly traceId?: string },
    page: PageRequest,
  ): Promise<Page<AuditEntry>>
}

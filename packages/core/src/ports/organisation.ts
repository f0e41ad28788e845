import type {
  ApiKeyId,
  LoginSessionId,
  PasskeyId,
  SignOnIdentityId,
  Timestamp,
  UserId,
} from '../base/ids.ts'
import type { ApiKey } from '../domain/api-key.ts'
import type { ChainedAuditEntry, ChainPoint } from '../domain/audit-chain.ts'
import type { AuditCheckpoint } from '../domain/audit-checkpoint.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { AuditRange } from '../domain/audit-verification.ts'
import type { Member } from '../domain/member.ts'
import type { Passkey } from '../domain/passkey.ts'
import type { Role } from '../domain/principal.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { SignOnIdentity } from '../domain/sign-on.ts'
import type { OpenSession } from './directory.ts'
import type { Page, PageRequest } from './pages.ts'

export interface SettingsStore {
  get(): Promise<{ readonly settings: OrganisationSettings; readonly version: number }>
  /** Throws ProblemError `settings.stale` when `expectedVersion` is given and no longer current. */
  put(settings: OrganisationSettings, expectedVersion?: number): Promise<number>
}

/** A person who has not joined yet, unless it says otherwise. */
export type NewMember = Pick<Member, 'id' | 'name' | 'role' | 'createdAt'> &
  Partial<Pick<Member, 'kind' | 'joinedAt'>>

/** A one-time link with which a person logs in for the first time. Only the hash of its token is stored. */
export interface Invitation {
  readonly tokenHash: string
  readonly userId: UserId
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
}

export interface MemberStore {
  list(): Promise<readonly Member[]>
  get(id: UserId): Promise<Member | null>
  create(member: NewMember): Promise<void>
  /** Throws ProblemError `member.not-found`, or `member.last-owner`: an organisation keeps at least one owner. */
  setRole(id: UserId, role: Role): Promise<void>
  /** Ends the keys the member has or minted, with those that depend on them, and the sessions. Errors as setRole. */
  remove(id: UserId): Promise<void>
  /** Replaces the member's earlier invitation. Throws ProblemError `member.not-found`. */
  invite(invitation: Invitation): Promise<void>
  /** False when there is none. */
  removeInvitation(userId: UserId): Promise<boolean>
  /** Of a person at an identity provider. It outlasts the member, so that whoever was removed stays out. */
  identity(key: Pick<SignOnIdentity, 'issuer' | 'subject'>): Promise<SignOnIdentity | null>
  /** The oldest first. */
  identities(): Promise<readonly SignOnIdentity[]>
  /** Creates a member with an identity, both or none. Throws ProblemError `identity.exists`. */
  admit(member: NewMember, identity: SignOnIdentity): Promise<void>
  /** False when there is none, or its member still exists. */
  removeIdentity(id: SignOnIdentityId): Promise<boolean>
  /** Of all members, the oldest first. */
  passkeys(): Promise<readonly Passkey[]>
  /** Throws ProblemError `passkey.exists` or `member.not-found`. */
  createPasskey(passkey: Passkey): Promise<void>
  /** How many there were. */
  removePasskeys(ids: readonly PasskeyId[]): Promise<number>
  /**
   * Records a login whose challenge was made at `challengedAt`. False when one as new was used before, so that no
   * answer counts twice.
   */
  usePasskey(
    id: PasskeyId,
    use: { readonly challengedAt: Timestamp; readonly now: Timestamp },
  ): Promise<boolean>
  /** That have not expired, newest first. */
  sessions(now: Timestamp): Promise<readonly OpenSession[]>
  /** How many there were. */
  removeSessions(ids: readonly LoginSessionId[]): Promise<number>
  keys(): Promise<readonly ApiKey[]>
  /**
   * `hash` is the SHA-256 hex of the key, which itself is never stored. Throws ProblemError `quota.exceeded`,
   * unless the operator's own server makes the key.
   */
  createKey(
    key: ApiKey,
    hash: string,
    options?: { readonly madeBy: 'person' | 'operator' },
  ): Promise<void>
  /** Also removes the keys that depend on it, and the sessions of all of them. */
  removeKey(id: ApiKeyId): Promise<boolean>
}

export interface AuditFilter {
  readonly action?: string
  readonly target?: string
  readonly traceId?: string
  readonly actor?: string
  /** The noun with which the action begins: small letters and hyphens. */
  readonly kind?: string
  /** At this time or later. */
  readonly from?: Timestamp
  /** Before this time. */
  readonly to?: Timestamp
}

/** A time span: `from` is inside, `to` is not. */
export interface AuditSpan {
  readonly from?: Timestamp | undefined
  readonly to?: Timestamp | undefined
}

export interface AuditSlice {
  /** The last entry of the slice before; null for the first slice. */
  readonly after: Pick<ChainedAuditEntry, 'seq' | 'id'> | null
  readonly limit: number
}

/** The audit log. Each entry is chained to the one before it by its hash (domain/audit-chain.ts). */
export interface AuditStore {
  /** One at a time within an organisation, also from several processes. */
  append(entries: readonly AuditEntry[]): Promise<void>
  /** Newest first. */
  list(filter: AuditFilter, page: PageRequest): Promise<Page<ChainedAuditEntry>>
  /** The part of the chain that covers the span; the whole one by default. */
  range(span: AuditSpan): Promise<AuditRange>
  /**
   * Entries up to the end of the range by their numbers. With a range that begins at the oldest entry also rows
   * with a number that no entry can have, so that a check finds them.
   */
  slice(range: AuditRange, slice: AuditSlice): Promise<readonly ChainedAuditEntry[]>
  /**
   * Removes the oldest entries up to the first that is not older than `before`, keeps the checkpoint, and appends the
   * entry, in one transaction. The chain continues from the last removed entry. Returns how many were removed. Throws
   * ProblemError `audit.chain-broken` where they are no whole chain: evidence is not removed.
   */
  removeBefore(
    before: Timestamp,
    recordOf: (removed: AuditRemoval) => RemovalRecord,
  ): Promise<number>
  /** The number of the last entry that a destination got; 0 for none. */
  forwardedTo(destination: string): Promise<number>
  /** False when it is not at `from` any more. */
  setForwarded(
    destination: string,
    step: { readonly from: number; readonly to: number },
  ): Promise<boolean>
}

export interface AuditRemoval {
  readonly count: number
  /** The last entry that was removed before. */
  readonly start: ChainPoint
  /** What the removal before left. */
  readonly checkpoint: AuditCheckpoint | null
  /** The last entry that is removed now. */
  readonly last: ChainPoint
}

/** What a removal leaves. */
export interface RemovalRecord {
  readonly checkpoint: AuditCheckpoint
  readonly entry: AuditEntry
}

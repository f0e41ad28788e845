import type {
  ApiKeyId,
  ApprovalId,
  ConversationId,
  ExecutionId,
  LoginSessionId,
  RunId,
  SourceId,
  TenantId,
  Timestamp,
  TriggerId,
  UserId,
} from '../base/ids.ts'
import type { ApiKey, KeyLink } from '../domain/api-key.ts'
import type { Member } from '../domain/member.ts'
import type { Passkey } from '../domain/passkey.ts'
import type { Role } from '../domain/principal.ts'
import type { CollectionOfTenant } from './collections.ts'
import type { AppTokenHolder } from './connected-apps.ts'
import type { DeviceLoginStore } from './device-logins.ts'

/** A session as people see it: without its token. */
export interface OpenSession extends Omit<LoginSession, 'tokenHash'> {
  readonly lastUsedAt: Timestamp | null
}

export interface MemberOfTenant {
  readonly tenantId: TenantId
  readonly member: Member
}

export interface KeyHolder extends MemberOfTenant {
  readonly key: ApiKey
  /** The credentials the key depends on, the nearest first. */
  readonly ancestors: readonly KeyLink[]
}

/** The precision of `lastUsedAt` in milliseconds, so that not every read writes. */
export const keyUsePrecision = 60_000

/** A login session of a browser. Only the hash of its token is stored. */
export interface LoginSession {
  readonly id: LoginSessionId
  readonly tokenHash: string
  readonly userId: UserId
  /** The API key of the login, whose removal ends the session; null for a one-time link. */
  readonly keyId: ApiKeyId | null
  readonly createdAt: Timestamp
  /** When the person last proved who they are; null when their identity provider did not say. */
  readonly authenticatedAt: Timestamp | null
  readonly expiresAt: Timestamp
  /** What the browser says it is. */
  readonly userAgent: string
  /** Address of the login. */
  readonly address: string
}

export interface PasskeyHolder extends MemberOfTenant {
  readonly passkey: Passkey
}

export interface SessionHolder extends MemberOfTenant {
  readonly session: OpenSession
}

export interface Organisation {
  readonly id: TenantId
  readonly name: string
  readonly createdAt: Timestamp
  readonly deletedAt: Timestamp | null
}

interface OpenWork {
  readonly runningRuns: number
  /** For a person. */
  readonly waitingRuns: number
  /** See `claimableRuns`. */
  readonly claimableRuns: number
  readonly pendingApprovals: number
}

export interface Directory {
  readonly deviceLogins: DeviceLoginStore
  /** The oldest first, without deleted ones. */
  tenants(): Promise<readonly { readonly id: TenantId; readonly name: string }[]>
  createTenant(tenant: { id: TenantId; name: string; createdAt: Timestamp }): Promise<void>
  /** Deleted ones too; the oldest first. */
  organisations(): Promise<readonly Organisation[]>
  /** Throws ProblemError `tenant.not-found`, also for a deleted one. */
  renameTenant(id: TenantId, name: string): Promise<void>
  /**
   * From then on its keys, logins, triggers and runs are as if they did not exist; its data stay. Throws
   * ProblemError `tenant.not-found`, or `organisation.last`: a server keeps at least one.
   */
  deleteTenant(id: TenantId, now: Timestamp): Promise<void>
  /** Throws ProblemError `tenant.not-found` unless it is deleted. */
  restoreTenant(id: TenantId): Promise<void>
  /** Removes a deleted one with all its data and files. Throws ProblemError `tenant.not-found`. */
  purgeTenant(id: TenantId): Promise<void>
  /**
   * Null for unknown and expired keys, and when a credential they depend on is gone. Updates `lastUsedAt` with
   * {@link keyUsePrecision}.
   */
  findKey(hash: string, now: Timestamp): Promise<KeyHolder | null>
  /** Whose key a public id belongs to, also of an expired key. Says nothing about its secret. */
  ownerOfPublicKey(
    publicId: string,
  ): Promise<{ readonly tenantId: TenantId; readonly keyId: ApiKeyId } | null>
  /** By what its device calls it. */
  findPasskey(credentialId: string): Promise<PasskeyHolder | null>
  /** The member joins when it is the first session. */
  createSession(tenantId: TenantId, session: LoginSession): Promise<void>
  /** Null for unknown and expired ones. Updates `lastUsedAt` with {@link keyUsePrecision}. */
  findSession(tokenHash: string, now: Timestamp): Promise<SessionHolder | null>
  removeSession(tokenHash: string): Promise<void>
  /**
   * Uses up an invitation, and the member joins. Null for one that is unknown, used, expired, or of a member who
   * has joined.
   */
  redeemInvitation(tokenHash: string, now: Timestamp): Promise<MemberOfTenant | null>
  /** Runs without a worker: running with an expired lease, or waiting with an answered approval. */
  claimableRuns(now: Timestamp): Promise<
    readonly {
      tenantId: TenantId
      conversationId: ConversationId
      runId: RunId
      userId: UserId
      role: Role
    }[]
  >
  /** How much is open now, of all organisations together. */
  openWork(now: Timestamp): Promise<OpenWork>
  /** Due schedules, the longest overdue first. */
  dueTriggers(
    now: Timestamp,
    limit: number,
  ): Promise<readonly { readonly tenantId: TenantId; readonly id: TriggerId }[]>
  /** Enabled schedules that have a next time, of all organisations. */
  plannedTriggers(): Promise<readonly PlannedTrigger[]>
  /** Enabled sources with policy `auto` that are due and not being synced, the longest overdue first. */
  dueSources(
    now: Timestamp,
    limit: number,
  ): Promise<readonly { readonly tenantId: TenantId; readonly id: SourceId }[]>
  /** Ends the leases of all syncs, which are due then: for a server that knows that no other one lives. */
  endSyncLeases(now: Timestamp): Promise<void>
  /** Organisations whose digest of the inbox is due, the longest overdue first. */
  dueInboxNotifications(now: Timestamp, limit: number): Promise<readonly TenantId[]>
  /** The app of a code or token, also of one that is spent or expired. Null for an unknown one. */
  findAppToken(hash: string): Promise<AppTokenHolder | null>
  /** The collection of a token. Null for an unknown one. */
  findCollection(tokenHash: string): Promise<CollectionOfTenant | null>
  /** The tenant of a trigger, because a delivery contains only the trigger's id. Null when it does not exist. */
  tenantOfTrigger(id: TriggerId): Promise<TenantId | null>
  /** Pending approvals past their expiry. */
  overdueApprovals(
    now: Timestamp,
  ): Promise<readonly { tenantId: TenantId; approvalId: ApprovalId }[]>
  /** The number of the newest entry of each audit log. */
  auditHeads(): Promise<readonly { readonly tenantId: TenantId; readonly seq: number }[]>
  /** Executions that have not ended, with the number of heartbeats of their processes. */
  runningExecutions(): Promise<readonly RunningExecution[]>
}

export interface PlannedTrigger {
  readonly id: TriggerId
  readonly version: number
  readonly nextAt: Timestamp
}

export interface RunningExecution {
  readonly tenantId: TenantId
  readonly id: ExecutionId
  readonly heartbeatCount: number
}

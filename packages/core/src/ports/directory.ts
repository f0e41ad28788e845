import type {
  ApiKeyId,
  ApprovalId,
  ConversationId,
  ExecutionId,
  RunId,
  TenantId,
  Timestamp,
  TriggerId,
  UserId,
} from '../base/ids.ts'
import type { Role } from '../domain/principal.ts'
import type { ApiKey, Member } from './organisation.ts'

export interface KeyHolder {
  readonly tenantId: TenantId
  readonly member: Member
  readonly key: ApiKey
}

/** An API key's use is noted at most this often (milliseconds), so that reading does not write each time. */
export const keyUsePrecision = 60_000

/** A browser's login. Only hashes of tokens are stored. */
export interface LoginSession {
  readonly tokenHash: string
  readonly userId: UserId
  /** The API key it was opened with, whose removal ends it; null for a one-time link. */
  readonly keyId: ApiKeyId | null
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
}

export interface Directory {
  tenants(): Promise<readonly { readonly id: TenantId; readonly name: string }[]>
  createTenant(tenant: { id: TenantId; name: string; createdAt: Timestamp }): Promise<void>
  /** Null for unknown and expired keys alike. Notes the use, to the minute ({@link keyUsePrecision}). */
  findKey(hash: string, now: Timestamp): Promise<KeyHolder | null>
  createSession(tenantId: TenantId, session: LoginSession): Promise<void>
  findSession(
    tokenHash: string,
    now: Timestamp,
  ): Promise<{ tenantId: TenantId; member: Member } | null>
  removeSession(tokenHash: string): Promise<void>
  /** Runs nobody works on: lease expired while running, or waiting with an answered approval. */
  claimableRuns(now: Timestamp): Promise<
    readonly {
      tenantId: TenantId
      conversationId: ConversationId
      runId: RunId
      userId: UserId
      role: Role
    }[]
  >
  /** Schedules whose time has come; the one that waited longest comes first. */
  dueTriggers(
    now: Timestamp,
    limit: number,
  ): Promise<readonly { readonly tenantId: TenantId; readonly id: TriggerId }[]>
  /** Whose signal it is: a delivery names nothing else. Null when there is none. */
  tenantOfTrigger(id: TriggerId): Promise<TenantId | null>
  /** Pending approvals past their time. */
  overdueApprovals(
    now: Timestamp,
  ): Promise<readonly { tenantId: TenantId; approvalId: ApprovalId }[]>
  /** Executions that have not ended, and how many signs their processes have given. */
  runningExecutions(): Promise<readonly RunningExecution[]>
}

export interface RunningExecution {
  readonly tenantId: TenantId
  readonly id: ExecutionId
  readonly heartbeatCount: number
}

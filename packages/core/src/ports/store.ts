import type { ConversationId, TenantId } from '../base/ids.ts'
import type { AgentStore } from './agents.ts'
import type { ApprovalStore } from './approvals.ts'
import type { AuthoredStore } from './authored.ts'
import type { BlobGarbageCollection } from './blob-garbage-collection.ts'
import type { ConversationStore } from './conversations.ts'
import type { Directory } from './directory.ts'
import type { ExecutionStore } from './executions.ts'
import type { GrantStore } from './grants.ts'
import type { IntegrationStore } from './integrations.ts'
import type { MemoryStore } from './memories.ts'
import type { AuditStore, MemberStore, SettingsStore } from './organisation.ts'
import type { ProposalStore } from './proposals.ts'
import type { SkillSecretStore } from './skill-secrets.ts'
import type { SkillStore } from './skills.ts'
import type { TombstoneStore } from './tombstones.ts'
import type { TraceStore } from './traces.ts'
import type { TriggerStore } from './triggers.ts'
import type { WorkspaceStore } from './workspace.ts'

/**
 * Everything Repertoire keeps. Tenant data is reachable only through {@link Store.tenant}: there is no
 * method that takes a tenant's id beside another argument, so no caller can forget the scope.
 * An id of another tenant behaves exactly like an id that never existed.
 */
export interface Store {
  tenant(id: TenantId): TenantStore
  /** The few questions asked before the tenant is known, or by the operator's own background work. */
  readonly directory: Directory
  /** Called after commit, in this process and (where the database can tell) after other processes' commits. */
  watch(listener: (notification: ChangeNotification) => void): () => void
  /** Throws ProblemError `store.unavailable` when the database cannot answer a write-free query. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** "Something changed, look": carries no data, may arrive more than once, is never the only way to learn. */
export type ChangeNotification =
  | { readonly kind: 'skills'; readonly tenantId: TenantId }
  | {
      readonly kind: 'conversation'
      readonly tenantId: TenantId
      readonly conversationId: ConversationId
    }
  | { readonly kind: 'approvals'; readonly tenantId: TenantId }
  /** Somebody asked for the end of one. */
  | { readonly kind: 'executions'; readonly tenantId: TenantId }
  /** Another process wrote; anything may have changed. */
  | { readonly kind: 'anything' }

/** A tenant that does not exist reads as empty; its writes throw ProblemError `tenant.not-found`. */
export interface TenantStore {
  readonly tenantId: TenantId
  readonly skills: SkillStore
  readonly conversations: ConversationStore
  readonly approvals: ApprovalStore
  readonly settings: SettingsStore
  readonly members: MemberStore
  readonly audit: AuditStore
  readonly workspace: WorkspaceStore
  readonly proposals: ProposalStore
  readonly integrations: IntegrationStore
  readonly agents: AgentStore
  readonly executions: ExecutionStore
  readonly skillSecrets: SkillSecretStore
  readonly blobs: BlobGarbageCollection
  readonly memories: MemoryStore
  readonly authored: AuthoredStore
  readonly tombstones: TombstoneStore
  readonly grants: GrantStore
  readonly triggers: TriggerStore
  readonly traces: TraceStore
}

import type { ConversationId, TenantId } from '../base/ids.ts'
import type { AdvisoryStore } from './advisories.ts'
import type { AgentStore } from './agents.ts'
import type { ApprovalStore } from './approvals.ts'
import type { AuthoredStore } from './authored.ts'
import type { BlobGarbageCollection } from './blob-garbage-collection.ts'
import type { CollectionStore } from './collections.ts'
import type { ConnectedAppStore } from './connected-apps.ts'
import type { ConnectorStore } from './connectors.ts'
import type { ConversationStore } from './conversations.ts'
import type { Directory } from './directory.ts'
import type { ExecutionStore } from './executions.ts'
import type { GrantStore } from './grants.ts'
import type { InboxStore } from './inbox.ts'
import type { InboxNotificationStore } from './inbox-notification.ts'
import type { IntegrationStore } from './integrations.ts'
import type { MemoryStore } from './memories.ts'
import type { ModelProviderStore } from './model-providers.ts'
import type { AuditStore, MemberStore, SettingsStore } from './organisation.ts'
import type { OutcomeRetestStore } from './outcome-retests.ts'
import type { PackageApprovalStore } from './package-approvals.ts'
import type { PromptContextStore } from './prompt-contexts.ts'
import type { QuotaStore } from './quotas.ts'
import type { ReviewStore } from './reviews.ts'
import type { SearchLogStore } from './search-log.ts'
import type { SkillSecretStore } from './skill-secrets.ts'
import type { SkillStore } from './skills.ts'
import type { SourceStore } from './sources.ts'
import type { TombstoneStore } from './tombstones.ts'
import type { TraceStore } from './traces.ts'
import type { TriggerStore } from './triggers.ts'
import type { UsageStore } from './usage.ts'
import type { WorkspaceStore } from './workspace.ts'

/**
 * All persistent data. Tenant data is accessible only through {@link Store.tenant}: no other method takes a
 * tenant id, so that no caller can forget the scope. Ids of another tenant behave like ids that do not exist.
 */
export interface Store {
  tenant(id: TenantId): TenantStore
  /** Queries before the tenant is known, and for background work. */
  readonly directory: Directory
  /** Notifies after commits of this process and, where the database supports it, of other processes. */
  watch(listener: (notification: ChangeNotification) => void): () => void
  /** Undefined where the database passes no messages. */
  readonly messages?: ProcessMessages
  /** Throws ProblemError `store.unavailable` when the database cannot answer a write-free query. */
  ping(): Promise<void>
  /** The connections to the database now; undefined where there is no pool of them. */
  readonly connections?: () => ConnectionCounts
  close(): Promise<void>
}

export interface ConnectionCounts {
  readonly inUse: number
  readonly idle: number
  /** Queries that wait for a connection. */
  readonly waiting: number
}

/**
 * Short texts from one process on a database to all others: not stored, may be lost. Whoever may connect to the
 * database may read them.
 */
export interface ProcessMessages {
  /** In order, each of at most 7,500 bytes. */
  send(messages: readonly string[]): Promise<void>
  /** Gets what other processes send. Returns how to stop. */
  listen(listener: (message: string) => void): () => void
}

/** A hint that data changed: has no data, may be repeated, and may be lost. */
export type ChangeNotification =
  | { readonly kind: 'skills'; readonly tenantId: TenantId }
  | {
      readonly kind: 'conversation'
      readonly tenantId: TenantId
      readonly conversationId: ConversationId
      /** Its log is longer, and no run began or has another status. Absent where that is not known. */
      readonly onlyEvents?: true
    }
  | { readonly kind: 'approvals'; readonly tenantId: TenantId }
  /** An open run was given back by who worked on it, so that another process may continue it. */
  | { readonly kind: 'leases'; readonly tenantId: TenantId }
  /** A sync made progress, or an arrival was held or decided. */
  | { readonly kind: 'sources'; readonly tenantId: TenantId }
  /** A key, a session, a member or a role ended or changed. */
  | { readonly kind: 'credentials'; readonly tenantId: TenantId }
  /** The cancellation of an execution was requested. */
  | { readonly kind: 'executions'; readonly tenantId: TenantId }
  /** A trigger was created, changed, stopped or deleted. */
  | { readonly kind: 'triggers'; readonly tenantId: TenantId }
  /** Another process wrote; any data may have changed. */
  | { readonly kind: 'anything' }

/** Reads of a missing tenant are empty; writes throw ProblemError `tenant.not-found`. */
export interface TenantStore {
  readonly tenantId: TenantId
  readonly skills: SkillStore
  readonly conversations: ConversationStore
  readonly approvals: ApprovalStore
  readonly settings: SettingsStore
  readonly quotas: QuotaStore
  readonly members: MemberStore
  readonly audit: AuditStore
  readonly workspace: WorkspaceStore
  readonly integrations: IntegrationStore
  readonly agents: AgentStore
  readonly executions: ExecutionStore
  readonly skillSecrets: SkillSecretStore
  readonly blobs: BlobGarbageCollection
  readonly memories: MemoryStore
  readonly promptContexts: PromptContextStore
  readonly authored: AuthoredStore
  readonly tombstones: TombstoneStore
  readonly grants: GrantStore
  readonly triggers: TriggerStore
  readonly packageApprovals: PackageApprovalStore
  readonly traces: TraceStore
  readonly sources: SourceStore
  readonly reviews: ReviewStore
  readonly advisories: AdvisoryStore
  readonly modelProviders: ModelProviderStore
  readonly connectors: ConnectorStore
  readonly collections: CollectionStore
  readonly connectedApps: ConnectedAppStore
  readonly inbox: InboxStore
  readonly inboxNotification: InboxNotificationStore
  readonly usage: UsageStore
  readonly outcomeRetests: OutcomeRetestStore
  readonly searchLog: SearchLogStore
}

import type {
  AgentId,
  ApiKeyId,
  ApprovalId,
  AuthoredToolId,
  CollectionId,
  ConversationId,
  ExecutionId,
  OutcomeRetestId,
  PasskeyId,
  PendingRevisionId,
  RevisionDigest,
  RunId,
  SignOnIdentityId,
  SkillId,
  SourceId,
  SuppressionId,
  TenantId,
  Timestamp,
  ToolGrantId,
  TriggerId,
  UserId,
} from '../base/ids.ts'
import type { AdvisoryException, AdvisoryList, AdvisoryListOwner } from '../domain/advisory.ts'
import type { Agent } from '../domain/agent.ts'
import type { ApiKey } from '../domain/api-key.ts'
import type { Approval } from '../domain/approval.ts'
import { type ChainedAuditEntry, type ChainPoint, chainStart } from '../domain/audit-chain.ts'
import type { AuditCheckpoint } from '../domain/audit-checkpoint.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { AuthoredGrant, AuthoredIdentity, AuthoredVersion } from '../domain/authored-tool.ts'
import type { Collection, RecordedPromotion } from '../domain/collection.ts'
import type { AppToken, ConnectedApp } from '../domain/connected-app.ts'
import type { StoredConnector } from '../domain/connector.ts'
import type { Conversation, Run } from '../domain/conversation.ts'
import type { LoggedEvent } from '../domain/events.ts'
import type { Execution } from '../domain/execution.ts'
import type { IgnoredEntry } from '../domain/ignored-entry.ts'
import type { InboxNotification } from '../domain/inbox-notification.ts'
import type { Member } from '../domain/member.ts'
import type { ModelProvider } from '../domain/model-provider.ts'
import type { OutcomeRetest, RetestTrial } from '../domain/outcome-retest.ts'
import type { PackageApproval } from '../domain/package-list.ts'
import type { Passkey } from '../domain/passkey.ts'
import type { PendingRevisionWithFiles } from '../domain/pending-revision.ts'
import { noQuotas, type QuotaLimits } from '../domain/quotas.ts'
import type { LoggedSearch } from '../domain/search-log.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { SignOnIdentity } from '../domain/sign-on.ts'
import type { Revision, RevisionContent, Skill } from '../domain/skill.ts'
import type { SkillSource, SourceItemRecord } from '../domain/source.ts'
import type { Suppression } from '../domain/suppression.ts'
import type { ToolGrant } from '../domain/tool-grant.ts'
import type { Trigger, TriggerFiring } from '../domain/trigger.ts'
import type { AcceptedFindings, Revocation, TrustReport } from '../domain/trust.ts'
import type { LoginSession, OpenSession } from '../ports/directory.ts'
import type { IntegrationEntry } from '../ports/integrations.ts'
import type { MemoryVersion } from '../ports/memories.ts'
import type { Invitation } from '../ports/organisation.ts'
import type { RetestClaim } from '../ports/outcome-retests.ts'
import type { StoredContext } from '../ports/prompt-contexts.ts'
import type { SkillSecret } from '../ports/skill-secrets.ts'
import type { KeyedChange, SkillChangeEntry } from '../ports/skills.ts'
import type { SyncLease } from '../ports/sources.ts'
import type { ChangeNotification } from '../ports/store.ts'
import type { ConversationUsage } from '../ports/usage.ts'
import type { WorkspaceFile } from '../ports/workspace.ts'

export interface InMemoryRevision {
  readonly revision: Revision
  readonly content: RevisionContent
  readonly files: ReadonlyMap<string, Uint8Array>
}

export interface InMemoryRun {
  run: Run
  lease: { readonly owner: string; readonly expiresAt: Timestamp } | null
}

export interface InMemoryConversation {
  conversation: Conversation
  readonly events: LoggedEvent[]
  readonly prompts: Map<string, readonly string[]>
}

export interface InMemoryExecution {
  readonly execution: Execution
  readonly heartbeatCount: number
  readonly cancelRequested: boolean
}

export interface InMemoryDeletedConversation {
  readonly entry: InMemoryConversation
  readonly deletedAt: Timestamp
  readonly workspace: readonly WorkspaceFile[]
  readonly runs: readonly InMemoryRun[]
  readonly approvals: readonly Approval[]
  readonly executions: readonly InMemoryExecution[]
}

export interface InMemoryOutcomeRetest {
  retest: OutcomeRetest
  claim: RetestClaim | null
  /** By skill, side, case and round. */
  readonly trials: Map<string, RetestTrial>
}

/** One tenant's rows. */
export interface InMemoryTenant {
  readonly id: TenantId
  /** Null until the tenant is created; its handle can exist before. */
  name: string | null
  createdAt: Timestamp
  deletedAt: Timestamp | null
  readonly skills: Map<SkillId, { skill: Skill; readonly revisions: InMemoryRevision[] }>
  /** Complete deleted skills. */
  readonly tombstones: Map<
    SkillId,
    {
      readonly entry: { readonly skill: Skill; readonly revisions: InMemoryRevision[] }
      readonly deletedAt: Timestamp
      readonly deletedBy: UserId
    }
  >
  readonly changes: SkillChangeEntry[]
  readonly keyedChanges: Map<string, KeyedChange>
  readonly conversations: Map<ConversationId, InMemoryConversation>
  /** With all that belongs to them, where no read finds it. */
  readonly deletedConversations: Map<ConversationId, InMemoryDeletedConversation>
  readonly runs: Map<RunId, InMemoryRun>
  readonly approvals: Map<ApprovalId, Approval>
  readonly workspaces: Map<ConversationId, readonly WorkspaceFile[]>
  readonly executions: Map<ExecutionId, InMemoryExecution>
  /** Encrypted, by skill and name. */
  readonly secrets: Map<string, Map<string, SkillSecret & { readonly encrypted: string }>>
  /** By hash. */
  readonly blobs: Map<string, InMemoryBlob>
  /** The time by hash. */
  readonly marked: Map<string, Timestamp>
  readonly members: Map<UserId, Member>
  readonly keys: Map<string, ApiKey>
  /** By hash. */
  readonly sessions: Map<string, LoginSession & OpenSession>
  /** By member. */
  readonly invitations: Map<UserId, Invitation>
  readonly passkeys: Map<PasskeyId, Passkey & { readonly challengedAt: Timestamp }>
  readonly identities: Map<SignOnIdentityId, SignOnIdentity>
  /** Not chained yet. */
  readonly audit: AuditEntry[]
  readonly auditChain: {
    start: ChainPoint
    head: ChainPoint
    checkpoint: AuditCheckpoint | null
    entries: ChainedAuditEntry[]
  }
  /** The number of the last forwarded entry by destination. */
  readonly auditForwarding: Map<string, number>
  /** By domain and scope. */
  readonly integrations: Map<string, IntegrationEntry>
  readonly agents: Map<AgentId, Agent>
  /** By key as JSON; every version, oldest first. */
  readonly memories: Map<string, readonly MemoryVersion[]>
  /** By kind and id of the scope. */
  readonly promptContexts: Map<string, StoredContext>
  readonly authored: Map<AuthoredToolId, InMemoryAuthored>
  readonly grants: Map<ToolGrantId, ToolGrant>
  readonly modelProviders: Map<string, ModelProvider>
  readonly connectors: Map<string, StoredConnector>
  readonly packageApprovals: Map<string, PackageApproval>
  readonly sources: Map<SourceId, InMemorySource>
  readonly heldArrivals: Map<PendingRevisionId, PendingRevisionWithFiles>
  readonly trust: Map<RevisionDigest, TrustReport>
  readonly revocations: Map<RevisionDigest, Revocation>
  /** By digest and person. */
  readonly acknowledgements: Map<string, AcceptedFindings>
  readonly suppressions: Map<SuppressionId, Suppression>
  readonly advisoryLists: Map<AdvisoryListOwner, AdvisoryList>
  readonly advisoryExceptions: Map<RevisionDigest, AdvisoryException>
  readonly collections: Map<
    CollectionId,
    {
      readonly collection: Collection
      readonly tokenHash: string | null
      /** The newest first. */
      readonly promotions: readonly RecordedPromotion[]
    }
  >
  readonly connectedApps: Map<ApiKeyId, ConnectedApp>
  /** By hash. */
  readonly appTokens: Map<string, InMemoryAppToken>
  readonly triggers: Map<TriggerId, InMemoryTrigger>
  readonly usage: Map<ConversationId, ConversationUsage>
  readonly outcomeRetests: Map<OutcomeRetestId, InMemoryOutcomeRetest>
  inboxNotification: InboxNotification | null
  settings: { settings: OrganisationSettings; version: number } | null
  readonly quotas: QuotaLimits
  /** By person, then UTC day. */
  readonly dailyRuns: Map<UserId, Map<number, number>>
  /** By day, query and surface. */
  readonly loggedSearches: Map<string, LoggedSearch & { readonly searches: number }>
}

export type Notify = (notification: ChangeNotification) => void

/** A tenant that is not yet created: it has no rows and refuses writes. */
export function createInMemoryTenant(id: TenantId, quotas: QuotaLimits = noQuotas): InMemoryTenant {
  return {
    id,
    name: null,
    createdAt: 0,
    deletedAt: null,
    skills: new Map(),
    tombstones: new Map(),
    changes: [],
    keyedChanges: new Map(),
    conversations: new Map(),
    deletedConversations: new Map(),
    runs: new Map(),
    approvals: new Map(),
    workspaces: new Map(),
    executions: new Map(),
    secrets: new Map(),
    blobs: new Map(),
    marked: new Map(),
    members: new Map(),
    keys: new Map(),
    sessions: new Map(),
    invitations: new Map(),
    passkeys: new Map(),
    identities: new Map(),
    audit: [],
    auditForwarding: new Map(),
    auditChain: { start: chainStart, head: chainStart, checkpoint: null, entries: [] },
    integrations: new Map(),
    agents: new Map(),
    memories: new Map(),
    promptContexts: new Map(),
    authored: new Map(),
    grants: new Map(),
    modelProviders: new Map(),
    connectors: new Map(),
    packageApprovals: new Map(),
    sources: new Map(),
    heldArrivals: new Map(),
    trust: new Map(),
    revocations: new Map(),
    acknowledgements: new Map(),
    suppressions: new Map(),
    advisoryLists: new Map(),
    advisoryExceptions: new Map(),
    collections: new Map(),
    connectedApps: new Map(),
    appTokens: new Map(),
    triggers: new Map(),
    usage: new Map(),
    outcomeRetests: new Map(),
    inboxNotification: null,
    settings: null,
    quotas,
    dailyRuns: new Map(),
    loggedSearches: new Map(),
  }
}

/** Compares UTF-8 bytes like the databases; JavaScript's `<` differs beyond U+FFFF. */
export function compareText(a: string, b: string): number {
  const left = Array.from(a, (char) => char.codePointAt(0) ?? 0)
  const right = Array.from(b, (char) => char.codePointAt(0) ?? 0)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Newest first, ties by id. */
export function compareLatest(
  a: readonly [Timestamp, string],
  b: readonly [Timestamp, string],
): number {
  return b[0] - a[0] || compareText(b[1], a[1])
}

/** A tool or library with all its versions. */
export interface InMemoryAuthored {
  identity: AuthoredIdentity
  /** Oldest first; never empty. */
  readonly versions: { readonly version: AuthoredVersion; readonly changeKey: string | null }[]
  deletedKey: string | null
  readonly grants: AuthoredGrant[]
}

/** A source with its items by entry. */
export interface InMemorySource {
  source: SkillSource
  lease: SyncLease | null
  isCancelled: boolean
  readonly ignored: IgnoredEntry[]
  readonly items: Map<string, SourceItemRecord>
}

export interface InMemoryAppToken {
  readonly appId: ApiKeyId
  readonly token: AppToken
  readonly isSpent: boolean
}

export interface InMemoryBlob {
  readonly bytes: Uint8Array
  readonly storedAt: Timestamp
}

export interface InMemoryTrigger {
  source: Trigger
  encrypted: string | null
  firings: readonly TriggerFiring[]
}

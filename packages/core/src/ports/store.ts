import type { Conversation, Run, RunStatus } from '../agent/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../agent/events.ts'
import type { Approval, ApprovalDecision, ApprovalStatus } from '../approval/approval.ts'
import type { ApprovalAudience } from '../approval/audience.ts'
import type {
  Provenance,
  Revision,
  RevisionContent,
  Skill,
  SkillArrival,
  SkillOrigin,
  SkillScopeKind,
} from '../catalog/skill.ts'
import type { Problem } from '../errors.ts'
import type {
  ApiKeyId,
  ApprovalId,
  ConversationId,
  RevisionDigest,
  RunId,
  SkillId,
  TenantId,
  Timestamp,
  TraceId,
  UserId,
} from '../ids.ts'
import type { JsonObject } from '../json.ts'
import type { Permission, Role } from '../policy/principal.ts'
import type { OrganisationSettings } from '../policy/settings.ts'
import type { ActiveSkill, SessionState } from '../session/session-state.ts'
import type { AgentStore } from './agents.ts'
import type { ExecutionStore } from './executions.ts'
import type { IntegrationStore } from './integrations.ts'
import type { ProposalStore } from './proposals.ts'
import type { SkillSecretStore } from './skill-secrets.ts'
import type { WorkspaceChange, WorkspaceStore } from './workspace.ts'

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
  watch(listener: (notice: Notice) => void): () => void
  /** Throws ProblemError `store.unavailable` when the database cannot answer a write-free query. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** "Something changed, look": carries no data, may arrive more than once, is never the only way to learn. */
export type Notice =
  | { readonly kind: 'skills'; readonly tenantId: TenantId }
  | {
      readonly kind: 'conversation'
      readonly tenantId: TenantId
      readonly conversationId: ConversationId
    }
  | { readonly kind: 'approvals'; readonly tenantId: TenantId }
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
}

export interface PageRequest {
  /** Opaque, from `Page.nextCursor`. An unreadable one throws ProblemError `request.bad-cursor`. */
  readonly cursor?: string | undefined
  /** 1 to 200. */
  readonly limit: number
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

export interface SkillFilter {
  readonly scope?: SkillScopeKind | undefined
  /** Every one of them must be present. */
  readonly tags?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
  readonly sourceId?: string | undefined
  /** Exactly this one. */
  readonly slug?: string | undefined
  readonly provenance?: Provenance | undefined
  /** Only archived skills, or only the others; both when absent. */
  readonly archived?: boolean | undefined
}

export type SaveMode =
  /** A taken slug is a conflict. */
  | 'create'
  /** A taken slug gets a new revision, or nothing at all when the digest is the same. */
  | 'upsert'

export type SaveOutcome =
  | { readonly status: 'created' | 'unchanged'; readonly skill: Skill }
  /** `before`: what it was until now. */
  | { readonly status: 'updated'; readonly skill: Skill; readonly before: Skill }
  | { readonly status: 'conflict'; readonly existing: Skill }

export interface SkillChange {
  readonly slug?: string
  readonly enabled?: boolean
  /** Into the archive (and switched off), or out of it (and switched on). A new text takes it out, too. */
  readonly archived?: boolean
  /** Where the content is from now on said to come from; an arrival that is a new head brings its own. */
  readonly origin?: SkillOrigin
  /** A new head; same digest as the current head adds no revision. */
  readonly arrival?: SkillArrival
}

/** An entry of the change feed: skill `skillId` was written or removed. Look it up to learn which. */
export interface SkillChangeNotice {
  readonly seq: number
  readonly skillId: SkillId
}

/** A skill as the search index wants it, whoever may see it. */
export interface IndexableSkill {
  readonly skill: Skill
  readonly body: string
}

export interface SkillStore {
  /**
   * Saves each arrival on its own: an outcome an item, in order; an upsert leaves the enabled switch of a
   * known skill as it is, except that somebody's own doing takes an archived one out of the archive. All in
   * one transaction, so nothing is half-written. Files of an arrival are durable before its row is. Throws
   * ProblemError `skill.manifest-mismatch` when a file is not the one the manifest describes, and
   * `store.full` when there is no room.
   */
  save(arrivals: readonly SkillArrival[], mode: SaveMode): Promise<readonly SaveOutcome[]>
  /** `viewer` sees org skills and their own. Null covers absent, another tenant's and another user's alike. */
  get(viewer: UserId, id: SkillId): Promise<Skill | null>
  /** In the order asked for, each once; absent ones are left out. */
  getMany(viewer: UserId, ids: readonly SkillId[]): Promise<readonly Skill[]>
  /** The viewer's own skill shadows an org skill of the same slug. */
  findBySlug(viewer: UserId, slug: string): Promise<Skill | null>
  /** By slug, then id. */
  list(viewer: UserId, filter: SkillFilter, page: PageRequest): Promise<Page<Skill>>
  /** Every tag the viewer can see, with counts, by name. */
  tags(viewer: UserId): Promise<readonly { readonly tag: string; readonly count: number }[]>
  /**
   * Throws ProblemError `skill.not-found`, `skill.slug-taken`, or `skill.stale` (kind `stale`) when
   * `expectedVersion` is given and no longer the current one.
   */
  update(viewer: UserId, id: SkillId, change: SkillChange, expectedVersion?: number): Promise<Skill>
  /** Same errors as update. Revisions go with it; an active conversation loses the skill at its next step. */
  remove(viewer: UserId, id: SkillId, expectedVersion?: number): Promise<void>
  /** Newest first. */
  revisions(viewer: UserId, id: SkillId): Promise<readonly Revision[]>
  /** SKILL.md of exactly that revision; null when the skill or the digest is not the viewer's to see. */
  content(viewer: UserId, id: SkillId, digest: RevisionDigest): Promise<RevisionContent | null>
  /**
   * Bytes of one file of a revision, SKILL.md included; null when absent. Throws ProblemError
   * `store.blob-corrupt` or `store.blob-missing` when what was stored is no longer there as it was.
   */
  file(
    viewer: UserId,
    id: SkillId,
    digest: RevisionDigest,
    path: string,
  ): Promise<Uint8Array | null>
  /** Of `active`, those no longer offered to the viewer: removed, disabled, or no longer visible. */
  withdrawn(viewer: UserId, active: readonly ActiveSkill[]): Promise<readonly ActiveSkill[]>

  /** For the curator only: the tenant's skills of this provenance, whoever may see them, by id. */
  madeBy(provenance: Provenance, after: SkillId | null, limit: number): Promise<readonly Skill[]>
  /** For the index only: every skill of the tenant, by id; with the sequence number the page is at least as new as. */
  indexable(after: SkillId | null, limit: number): Promise<readonly IndexableSkill[]>
  indexableById(ids: readonly SkillId[]): Promise<readonly IndexableSkill[]>
  /** The change feed, oldest first. Order is commit order; no committed change is ever skipped. */
  changesAfter(seq: number, limit: number): Promise<readonly SkillChangeNotice[]>
  lastChangeSeq(): Promise<number>
}

/** One atomic step of a conversation: all of it is durable, or none. */
export interface LogBatch {
  /** The head the caller decided on. Another head throws ProblemError `conversation.moved-on` (kind `stale`). */
  readonly expectedSeq: number
  readonly runId: RunId | null
  readonly traceId: TraceId
  readonly events: readonly ConversationEvent[]
  readonly session?: SessionState
  /** A run to insert. Throws ProblemError `conversation.busy` (kind `conflict`) while another run of it is not final. */
  readonly startRun?: Run
  /**
   * A run to move on. Throws ProblemError `run.not-open` (kind `conflict`) when it is final already, or of
   * another conversation. Any status but `running` gives its lease back.
   */
  readonly run?: { readonly id: RunId; readonly status: RunStatus; readonly problem?: Problem }
  readonly approvals?: readonly Approval[]
  /** Changes of the conversation's folder. Throws ProblemError `workspace.full` when they do not fit. */
  readonly files?: readonly WorkspaceChange[]
  /** Skills that were given to a model now (D9): counted and dated; ones that are gone do not matter. */
  readonly skillsUsed?: readonly SkillId[]
}

export interface ConversationStore {
  create(conversation: Conversation): Promise<void>
  /** Null unless it is the viewer's. */
  get(viewer: UserId, id: ConversationId): Promise<Conversation | null>
  /** Newest first. */
  list(viewer: UserId, page: PageRequest): Promise<Page<Conversation>>
  rename(viewer: UserId, id: ConversationId, title: string): Promise<void>
  remove(viewer: UserId, id: ConversationId): Promise<void>
  /** Returns the new head. */
  append(id: ConversationId, batch: LogBatch, now: Timestamp): Promise<number>
  /** Oldest first, `seq > after`. Empty for a conversation that is not the viewer's. */
  events(
    viewer: UserId,
    id: ConversationId,
    range: { after: number; limit: number },
  ): Promise<readonly LoggedEvent[]>
  /** Null unless its conversation is the viewer's. */
  run(viewer: UserId, id: RunId): Promise<Run | null>
  /** The one run of the conversation that is not final, if any. */
  openRun(viewer: UserId, id: ConversationId): Promise<Run | null>
  /** Keeps the system prompt of a step under its digest; the same text is kept once. */
  recordPrompt(id: ConversationId, digest: string, system: readonly string[]): Promise<void>
  prompt(viewer: UserId, id: ConversationId, digest: string): Promise<readonly string[] | null>
  /**
   * Takes the right to work on a run: succeeds when it is running with no live lease, or waiting with its
   * approval answered. Exactly one of many concurrent callers gets true. Makes the run `running`.
   */
  claimRun(
    id: RunId,
    lease: { owner: string; now: Timestamp; expiresAt: Timestamp },
  ): Promise<boolean>
  /** False when the lease was lost: the caller must stop working at once. */
  renewLease(id: RunId, lease: { owner: string; expiresAt: Timestamp }): Promise<boolean>
  releaseLease(id: RunId, owner: string): Promise<void>
}

export interface ApprovalFilter {
  readonly status?: ApprovalStatus | undefined
  readonly conversationId?: ConversationId | undefined
  /** Restricts to approvals that exist for somebody, as `isOfAudience` says. */
  readonly audience?: ApprovalAudience | undefined
}

export interface ApprovalStore {
  get(id: ApprovalId): Promise<Approval | null>
  /** Newest first. */
  list(filter: ApprovalFilter, page: PageRequest): Promise<Page<Approval>>
  /**
   * One atomic compare-and-set from `pending`: of many concurrent answers exactly one gets the approval
   * back, the others null. An approval past its time can only become `expired`, and none does before it.
   */
  answer(
    id: ApprovalId,
    answer: { decision: ApprovalDecision; by: UserId | null; note: string; now: Timestamp },
  ): Promise<Approval | null>
}

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
  /** First characters of the key, for people to recognise it by. */
  readonly prefix: string
  readonly scopes: readonly Permission[]
  readonly createdAt: Timestamp
  readonly lastUsedAt: Timestamp | null
  readonly expiresAt: Timestamp | null
}

export interface MemberStore {
  list(): Promise<readonly Member[]>
  get(id: UserId): Promise<Member | null>
  create(member: Member): Promise<void>
  /** Throws ProblemError `member.not-found`, or `member.last-owner`: an owner is never the last to go. */
  setRole(id: UserId, role: Role): Promise<void>
  /** Same errors as setRole. */
  remove(id: UserId): Promise<void>
  keys(): Promise<readonly ApiKey[]>
  /** `hash` is SHA-256 hex of the whole key; the key itself is never stored. */
  createKey(key: ApiKey, hash: string): Promise<void>
  removeKey(id: ApiKeyId): Promise<boolean>
}

export interface AuditEntry {
  readonly id: string
  readonly at: Timestamp
  readonly actor: UserId | null
  /** Noun-verb: `skill-created`, `approval-answered`. */
  readonly action: string
  readonly target: string
  readonly traceId: TraceId | null
  /** Facts, digests and names; never contents or secrets. */
  readonly details: JsonObject
}

export interface AuditStore {
  append(entries: readonly AuditEntry[]): Promise<void>
  /** Newest first. */
  list(
    filter: { readonly action?: string; readonly target?: string; readonly traceId?: string },
    page: PageRequest,
  ): Promise<Page<AuditEntry>>
}

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
  /** Pending approvals past their time. */
  overdueApprovals(
    now: Timestamp,
  ): Promise<readonly { tenantId: TenantId; approvalId: ApprovalId }[]>
}

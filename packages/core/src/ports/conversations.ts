import type { Problem } from '../base/errors.ts'
import type {
  ConversationId,
  RunId,
  SkillId,
  Timestamp,
  ToolGrantId,
  TraceId,
  UserId,
} from '../base/ids.ts'
import type { Approval } from '../domain/approval.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { Conversation, Run, RunStatus } from '../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../domain/events.ts'
import type { SessionState } from '../domain/session-state.ts'
import type { FiringRecord } from '../domain/trigger.ts'
import type { MemoryChange, MemoryKey } from './memories.ts'
import type { Page, PageRequest } from './pages.ts'
import type { WorkspaceChange } from './workspace.ts'

/** An atomic write to a conversation: everything becomes durable, or nothing. */
export interface LogBatch {
  /** The expected head. Another head throws ProblemError `conversation.moved-on` (kind `stale`). */
  readonly expectedSeq: number
  /** Creates the conversation with this batch; an existing one stays unchanged. */
  readonly newConversation?: Conversation
  readonly runId: RunId | null
  readonly traceId: TraceId
  readonly events: readonly ConversationEvent[]
  readonly session?: SessionState
  /** A run to insert. Throws ProblemError `conversation.busy` (kind `conflict`) while another run is open. */
  readonly startRun?: Run
  /**
   * The new status of a run. Throws ProblemError `run.not-open` (kind `conflict`) when the run is final or
   * belongs to another conversation. Every status except `running` releases its lease.
   */
  readonly run?: { readonly id: RunId; readonly status: RunStatus; readonly problem?: Problem }
  readonly approvals?: readonly Approval[]
  /** Changes of the conversation's folder. Throws ProblemError `workspace.full` over its limits. */
  readonly files?: readonly WorkspaceChange[]
  /**
   * The agent's new memories about the person. Throws ProblemError `observations.stale` when they are based
   * on another version.
   */
  readonly memoryChange?: { readonly key: MemoryKey; readonly change: MemoryChange }
  /**
   * Counts one use of a tool grant. Throws ProblemError `grant.not-usable` when the grant is no longer
   * usable, or its maker is no longer an owner or admin.
   */
  readonly grantUse?: { readonly id: ToolGrantId; readonly auditEntry: AuditEntry }
  /** The firing that starts the run. Throws the problems of {@link FiringRecord} and `signal.fired-already`. */
  readonly firing?: FiringRecord
  /** Skills given to a model: updates their usage; missing ones are ignored. */
  readonly skillsUsed?: readonly SkillId[]
}

/** A conversation that was deleted and can be restored. */
export interface DeletedConversation {
  readonly conversation: Conversation
  readonly deletedAt: Timestamp
}

export interface ConversationStore {
  create(conversation: Conversation): Promise<void>
  /** Null unless the viewer owns it. */
  get(viewer: UserId, id: ConversationId): Promise<Conversation | null>
  /** Newest first. `title` is a part of the title; the case of ASCII letters does not count. */
  list(
    viewer: UserId,
    page: PageRequest,
    filter?: { readonly title?: string | undefined },
  ): Promise<Page<Conversation>>
  rename(viewer: UserId, id: ConversationId, title: string): Promise<void>
  /**
   * Deletes it so that it can be restored for 30 days. Until then no read finds it, nor its runs, approvals, files
   * and executions; nobody works on its runs, and its numbers leave all sums.
   */
  discard(viewer: UserId, id: ConversationId, now: Timestamp): Promise<void>
  /** As it was. Throws ProblemError `conversation.not-deleted`, `quota.exceeded`. */
  restore(viewer: UserId, id: ConversationId, now: Timestamp): Promise<Conversation>
  /** Those that can be restored, the last deleted first. */
  listDeleted(viewer: UserId, page: PageRequest, now: Timestamp): Promise<Page<DeletedConversation>>
  /** Deletes it permanently, whether or not it was discarded before. */
  remove(viewer: UserId, id: ConversationId): Promise<void>
  /** For the curator only: permanently deletes up to `limit` that were discarded at `upTo` or earlier. */
  purge(upTo: Timestamp, limit: number): Promise<number>
  /** Returns the new head. */
  append(id: ConversationId, batch: LogBatch, now: Timestamp): Promise<number>
  /** Oldest first, `seq > after`. Empty unless the viewer owns the conversation. */
  events(
    viewer: UserId,
    id: ConversationId,
    range: { after: number; limit: number },
  ): Promise<readonly LoggedEvent[]>
  /** Null unless the viewer owns its conversation. */
  run(viewer: UserId, id: RunId): Promise<Run | null>
  /** The only run of the conversation that is not final. */
  openRun(viewer: UserId, id: ConversationId): Promise<Run | null>
  /** Stores the system prompt of a step under its digest, once per text. */
  recordPrompt(id: ConversationId, digest: string, system: readonly string[]): Promise<void>
  prompt(viewer: UserId, id: ConversationId, digest: string): Promise<readonly string[] | null>
  /**
   * Acquires the lease of a run and sets it to `running`. Succeeds when the run is running without a live lease,
   * or waiting with an answered approval. Exactly one of several concurrent callers gets true.
   */
  claimRun(
    id: RunId,
    lease: { owner: string; now: Timestamp; expiresAt: Timestamp },
  ): Promise<boolean>
  /** False when the lease was lost; the caller must stop immediately. */
  renewLease(id: RunId, lease: { owner: string; expiresAt: Timestamp }): Promise<boolean>
  releaseLease(id: RunId, owner: string): Promise<void>
}

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

/** One atomic step of a conversation: all of it is durable, or none. */
export interface LogBatch {
  /** The head the caller decided on. Another head throws ProblemError `conversation.moved-on` (kind `stale`). */
  readonly expectedSeq: number
  /** The conversation itself, when it begins with this batch; one that is there already stays as it is. */
  readonly newConversation?: Conversation
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
  /**
   * What an agent remembers about the conversation's person from now on. Throws ProblemError
   * `observations.stale` when it was decided on another version.
   */
  readonly memoryChange?: { readonly key: MemoryKey; readonly change: MemoryChange }
  /**
   * A stored permission that is used once now (E6). Throws ProblemError `grant.not-usable` when it cannot be any
   * more, or whoever made it is no longer an owner or admin. `account`: what the audit log says of it.
   */
  readonly grantUse?: { readonly id: ToolGrantId; readonly auditEntry: AuditEntry }
  /** What the run that is started answers (E8); its errors are those of a {@link FiringRecord}, and `signal.fired-already`. */
  readonly firing?: FiringRecord
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

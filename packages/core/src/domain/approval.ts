import type {
  AgentId,
  ApprovalId,
  AuthoredToolId,
  ConversationId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
  TraceId,
  UserId,
} from '../base/ids.ts'
import type { JsonObject, JsonValue } from '../base/json.ts'
import type { ResolvedCall } from './resolved-call.ts'
import type { SkillScopeKind, SourceType } from './skill.ts'
import type { ToolTier } from './tool-tier.ts'

/** What is being asked about: bound to a digest, so a changed skill makes the answer stale. */
export interface SkillEnablementSubject {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly contentLength: number
  readonly sourceType: SourceType
}

export type ApprovalDecision = 'approved' | 'denied' | 'expired' | 'cancelled'
export type ApprovalStatus = 'pending' | ApprovalDecision

/** A question of the agent's own, whose answer is the note of the approval (tool `clarify`). */
export interface ClarificationSubject {
  readonly question: string
  /** Answers to choose from; the person may always write another. */
  readonly options: readonly string[]
}

/** May this conversation use a connector: bound to the digest of what the connector is. */
export interface ConnectorAccessSubject {
  readonly connector: string
  readonly title: string
  readonly description: string
  /** Where calls go: a URL, or the name of a local command. Never a secret. */
  readonly endpoint: string
  readonly digest: string
}

export type SkillChangeAction = 'create' | 'update' | 'delete' | 'enable' | 'disable'

/**
 * What an agent wants to do to the library (B3): bound to the revision it was decided on and to the one it would
 * become, so that a yes is for exactly this text.
 */
export interface SkillChangeSubject {
  readonly action: SkillChangeAction
  readonly slug: string
  /** As it would be called afterwards. */
  readonly name: string
  readonly scope: SkillScopeKind
  /** Null for a new skill, as are the three after it. */
  readonly skillId: SkillId | null
  /** Number of the revision it is at now. */
  readonly version: number | null
  readonly baseDigest: RevisionDigest | null
  /** The whole SKILL.md as it is now. Untrusted text. */
  readonly before: string | null
  /** Null for what leaves the text alone, as is `source`. */
  readonly digest: RevisionDigest | null
  /** The whole SKILL.md as it would be. Untrusted text. */
  readonly source: string | null
}

/** What an agent wants to remember about the person from now on: bound to the version it would follow. */
export interface MemoryChangeSubject {
  readonly agentId: AgentId | null
  /** Of `before`; 0 when nothing was remembered. */
  readonly version: number
  readonly before: string
  /** The whole text as it would be. Untrusted. */
  readonly after: string
}

/** A library as a person is asked about it, together with the tool that requires it. */
export interface AuthoredSubjectLibrary {
  readonly id: AuthoredToolId
  readonly name: string
  readonly version: number
  readonly digest: string
  readonly code: string
  /** As it was when a person last said yes to the tool; null when it was no part of that. */
  readonly before: { readonly version: number; readonly code: string } | null
}

/** May code that an agent wrote be run: bound to the digest of all of it (B5). All texts are untrusted. */
export interface AuthoredToolSubject {
  readonly toolId: AuthoredToolId
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly version: number
  readonly code: string
  /** All libraries it reaches, by name. */
  readonly libraries: readonly AuthoredSubjectLibrary[]
  /** Of the tool and its libraries together: a change of any of them makes the answer stale. */
  readonly digest: string
  /** The newest version that a person said yes to before; null when there is none. */
  readonly before: { readonly version: number; readonly code: string } | null
}

/** May this tool be called: bound to the exact arguments and to what the tool is (E6). */
export interface ToolCallSubject extends ResolvedCall {
  /** Untrusted, as `tool` is for a connector's tool. */
  readonly arguments: JsonValue
  readonly tier: ToolTier
  /** The skill whose text the model was given last; null when there is none. */
  readonly skill: string | null
}

interface ApprovalSubjects {
  readonly skill_enablement: SkillEnablementSubject
  readonly clarification: ClarificationSubject
  readonly connector_access: ConnectorAccessSubject
  readonly observation_change: MemoryChangeSubject
  readonly skill_change: SkillChangeSubject
  readonly authored_tool: AuthoredToolSubject
  readonly tool_call: ToolCallSubject
}

export type ApprovalType = keyof ApprovalSubjects

/** What a person is asked: one type, one kind of subject. */
export type ApprovalRequest = {
  readonly [Type in ApprovalType]: {
    readonly type: Type
    readonly subject: ApprovalSubjects[Type]
  }
}[ApprovalType]

/** A question to a person. A row: it survives restarts, the first answer wins. */
export type Approval = ApprovalRequest & {
  readonly id: ApprovalId
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly toolCallId: string
  readonly traceId: TraceId
  /** The agent's own words for why it asks; empty when it gave none. Untrusted text. */
  readonly reason: string
  readonly status: ApprovalStatus
  readonly requestedBy: UserId
  readonly requestedAt: Timestamp
  readonly expiresAt: Timestamp
  readonly answeredBy: UserId | null
  readonly answeredAt: Timestamp | null
  readonly note: string
}

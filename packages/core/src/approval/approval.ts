import type { SourceType } from '../catalog/skill.ts'
import type {
  ApprovalId,
  ConversationId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
  TraceId,
  UserId,
} from '../ids.ts'

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

interface ApprovalSubjects {
  readonly skill_enablement: SkillEnablementSubject
  readonly clarification: ClarificationSubject
  readonly connector_access: ConnectorAccessSubject
}

export type ApprovalType = keyof ApprovalSubjects

/** What a person is asked: one type, one kind of subject. */
export type ApprovalQuestion = {
  readonly [Type in ApprovalType]: {
    readonly type: Type
    readonly subject: ApprovalSubjects[Type]
  }
}[ApprovalType]

/** A question to a person. A row: it survives restarts, the first answer wins. */
export type Approval = ApprovalQuestion & {
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

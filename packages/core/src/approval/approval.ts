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

/** A question to a person about one skill's activation. A row: it survives restarts, the first answer wins. */
export interface Approval {
  readonly id: ApprovalId
  readonly type: 'skill_enablement'
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly toolCallId: string
  readonly traceId: TraceId
  readonly subject: SkillEnablementSubject
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

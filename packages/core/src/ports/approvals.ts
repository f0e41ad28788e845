import type { ApprovalId, ConversationId, Timestamp, UserId } from '../base/ids.ts'
import type { Approval, ApprovalDecision, ApprovalStatus } from '../domain/approval.ts'
import type { ApprovalAudience } from '../domain/approval-audience.ts'
import type { Page, PageRequest } from './pages.ts'

export interface ApprovalFilter {
  readonly status?: ApprovalStatus | undefined
  readonly conversationId?: ConversationId | undefined
  /** Restricts to approvals of this audience, by the rules of `isOfAudience`. */
  readonly audience?: ApprovalAudience | undefined
}

export interface ApprovalStore {
  get(id: ApprovalId): Promise<Approval | null>
  /** Newest first. */
  list(filter: ApprovalFilter, page: PageRequest): Promise<Page<Approval>>
  /**
   * One atomic compare-and-set from `pending`: of concurrent answers exactly one gets the approval, the others
   * get null. An overdue approval can only become `expired`, and none becomes it earlier.
   */
  answer(
    id: ApprovalId,
    answer: { decision: ApprovalDecision; by: UserId | null; note: string; now: Timestamp },
  ): Promise<Approval | null>
}

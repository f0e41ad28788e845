import { type Problem, ProblemError } from '../errors.ts'
import type { ApprovalId, Timestamp } from '../ids.ts'
import { canAnswerApproval } from '../policy/permissions.ts'
import type { Principal } from '../policy/principal.ts'
import type { ApprovalStore } from '../ports/store.ts'
import type { Approval } from './approval.ts'

export interface ApprovalAnswer {
  readonly id: ApprovalId
  readonly approved: boolean
  /** For the agent to read; empty for none. */
  readonly note: string
  readonly now: Timestamp
}

/**
 * Records a person's answer (A7): of concurrent answers the first wins. The row alone makes the waiting
 * run claimable; `approval-resolved` is written by whoever resumes it, so nothing is lost between.
 * Whether the skill is still the one that was asked about is decided when the run goes on.
 * Throws ProblemError `approval.not-found`, `auth.permission-missing`, `approval.already-answered`
 * or `approval.expired`.
 */
export async function answerApproval(
  approvals: Pick<ApprovalStore, 'get' | 'answer'>,
  principal: Principal,
  { id, approved, note, now }: ApprovalAnswer,
): Promise<Approval> {
  const asked = await approvals.get(id)
  if (!asked) throw new ProblemError(notFound)
  const problem = canAnswerApproval(principal, asked)
  if (problem) throw new ProblemError(problem)
  const decision = approved ? 'approved' : 'denied'
  const by = principal.userId
  const answered = await approvals.answer(id, { decision, by, note, now })
  if (answered?.status === decision) return answered
  await approvals.answer(id, { decision: 'expired', by: null, note: '', now })
  const final = await approvals.get(id)
  throw new ProblemError(final ? tooLate(final) : notFound)
}

const notFound: Problem = {
  code: 'approval.not-found',
  kind: 'not-found',
  message: 'There is no such approval.',
}

function tooLate({ status, answeredAt }: Approval): Problem {
  if (status === 'expired') {
    return {
      code: 'approval.expired',
      kind: 'conflict',
      message: 'The time to answer this approval has run out.',
      hint: 'Ask the agent to try again; it will ask anew.',
      details: { status },
    }
  }
  return {
    code: 'approval.already-answered',
    kind: 'conflict',
    message: `This approval has been answered already: ${status}.`,
    details: { status, answered_at: answeredAt },
  }
}

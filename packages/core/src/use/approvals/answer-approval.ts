import { type Problem, ProblemError } from '../../base/errors.ts'
import type { ApprovalId, Timestamp } from '../../base/ids.ts'
import type { Approval } from '../../domain/approval.ts'
import { approvalAnswerProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { TenantStore } from '../../ports/store.ts'

export interface ApprovalAnswer {
  readonly id: ApprovalId
  readonly approved: boolean
  /** A note for the agent; empty for none. For an approved clarification it is the answer. */
  readonly note: string
  readonly now: Timestamp
}

/** The maximum length of a note in characters. */
export const maxNoteLength = 2000

/**
 * Records a person's answer: of concurrent answers the first wins. The row alone makes the waiting run
 * claimable; the process that resumes it writes `approval-resolved`, so no answer is lost. Staleness of the
 * approved skill is checked when the run resumes. Throws ProblemError `approval.not-found`,
 * `auth.permission-missing`, `approval.administrators-only`, `approval.answer-missing`,
 * `approval.note-too-long`, `approval.already-answered` or `approval.expired`.
 */
export async function answerApproval(
  { approvals, settings }: Pick<TenantStore, 'approvals' | 'settings'>,
  principal: Principal,
  { id, approved, note, now }: ApprovalAnswer,
): Promise<Approval> {
  const approval = await approvals.get(id)
  if (!approval) throw new ProblemError(notFound)
  const problem =
    approvalAnswerProblem(principal, approval, (await settings.get()).settings) ??
    noteProblem(approval, { approved, note })
  if (problem) throw new ProblemError(problem)
  const decision = approved ? 'approved' : 'denied'
  const by = principal.userId
  const answered = await approvals.answer(id, { decision, by, note, now })
  if (answered?.status === decision) return answered
  await approvals.answer(id, { decision: 'expired', by: null, note: '', now })
  const final = await approvals.get(id)
  throw new ProblemError(final ? alreadyClosed(final) : notFound)
}

/** A clarification needs a text as its answer. */
function noteProblem(
  { type }: Approval,
  { approved, note }: Pick<ApprovalAnswer, 'approved' | 'note'>,
): Problem | undefined {
  if (note.length > maxNoteLength) {
    return {
      code: 'approval.note-too-long',
      kind: 'too-large',
      message: `The note has ${note.length} characters; the maximum is ${maxNoteLength}.`,
      details: { characters: note.length, max: maxNoteLength },
    }
  }
  if (type !== 'clarification' || !approved || note.trim() !== '') return undefined
  return {
    code: 'approval.answer-missing',
    kind: 'invalid',
    message: 'The agent asked a question: send your answer as the note.',
    hint: 'To skip the question, answer it with "approved": false.',
  }
}

const notFound: Problem = {
  code: 'approval.not-found',
  kind: 'not-found',
  message: 'There is no such approval.',
}

function alreadyClosed({ status, answeredAt }: Approval): Problem {
  if (status === 'expired') {
    return {
      code: 'approval.expired',
      kind: 'conflict',
      message: 'The time to answer this approval has run out.',
      hint: 'Ask the agent to try again; it will ask again.',
      details: { status },
    }
  }
  return {
    code: 'approval.already-answered',
    kind: 'conflict',
    message: `This approval has been answered already: ${status}.`,
    details: {
      status,
      answered_at: answeredAt === null ? null : new Date(answeredAt).toISOString(),
    },
  }
}

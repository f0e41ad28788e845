import type { ApprovalBody } from '@repertoire/protocol'
import { type ApprovalQuestion, questionOf } from './approval-question.ts'

/** When this person last approved exactly what is asked now; null where nothing says so. */
export function approvedBefore(
  question: ApprovalQuestion,
  approvals: readonly ApprovalBody[],
  memberId: string,
): string | null {
  const asked = approvedSubject(question)
  if (asked === null) return null
  const times = approvals
    .filter(({ id, status }) => id !== question.id && status === 'approved')
    .filter(({ answered_by: by }) => by === memberId)
    .filter((approval) => approvedSubject(questionOf(approval)) === asked)
    .flatMap(({ answered_at: at }) => at ?? [])
  return times.sort().at(-1) ?? null
}

/** What a yes is bound to; null for questions whose digest does not name all of it. */
export function approvedSubject(question: ApprovalQuestion): string | null {
  switch (question.type) {
    case 'skill_enablement':
      return [question.type, question.slug, question.digest].join('\n')
    case 'connector_access':
      return [question.type, question.connector.name, question.connector.digest].join('\n')
    case 'authored_tool':
      return [question.type, question.tool.name, question.tool.digest].join('\n')
    default:
      return null
  }
}

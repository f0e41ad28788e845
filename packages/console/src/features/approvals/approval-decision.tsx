import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useMe } from '../../shared/session/use-me.ts'
import type { ApprovalQuestion } from './approval-question.ts'
import { stateOf } from './request-labels.ts'

/** What was decided, when, and in whose words; it stays where the question was. */
export function ApprovalDecision({ question }: { readonly question: ApprovalQuestion }) {
  const { member } = useMe()
  const { answeredAt, answeredBy, note } = question
  return (
    <p className="border-t border-line bg-inset px-4 py-2.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
      {stateOf(question).text}
      {answeredBy === member.id && ' by you'}
      {answeredAt && (
        <>
          {' '}
          <Timestamp at={answeredAt} />
        </>
      )}
      {note && (
        <>
          : “<MarkedText text={note} />”
        </>
      )}
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { settingsQuery } from '../shell/queries.ts'
import { useMe } from '../shell/use-me.ts'
import { AnswerDeadline } from './answer-deadline.tsx'
import { ApprovalAnswer } from './approval-answer.tsx'
import type { ConnectorQuestion } from './approval-question.ts'

/** Allow or not; where only owners and admins may say so, a member is told whom it waits for. */
export function ConnectorAnswer({ question }: { readonly question: ConnectorQuestion }) {
  const { member } = useMe()
  const { data } = useQuery(settingsQuery)
  const access = new Map(Object.entries(data?.connector_access ?? {}))
  const forOthers = member.role === 'member' && access.get(question.connector.name) === 'ask-admin'
  if (!forOthers) return <ApprovalAnswer question={question} />
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-inset px-4 py-3">
      <p className="flex items-start gap-2 text-ink-2">
        <UserCheck size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
        An owner or admin of your organisation answers this. They see it among their approvals.
      </p>
      <AnswerDeadline expiresAt={question.expiresAt} />
    </div>
  )
}

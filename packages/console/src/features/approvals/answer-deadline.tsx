import { Clock } from 'lucide-react'
import { useNow } from '../../shared/browser/use-now.ts'
import { relativeTime } from '../../shared/design/timestamp.tsx'
import type { ApprovalQuestion } from './approval-question.ts'

/** Whether the time to answer is over, by this page's clock. */
export function useExpired({ expiresAt }: Pick<ApprovalQuestion, 'expiresAt'>): boolean {
  return new Date(expiresAt).getTime() <= useNow()
}

/** Until when a question can be answered. */
export function AnswerDeadline({ expiresAt }: Pick<ApprovalQuestion, 'expiresAt'>) {
  const now = useNow()
  const deadline = new Date(expiresAt).getTime()
  return (
    <p className="flex items-center gap-1.5 text-xs text-ink-3">
      <Clock size={13} aria-hidden="true" />
      {deadline <= now ? 'The time to answer is over.' : `Expires ${relativeTime(deadline, now)}.`}
    </p>
  )
}

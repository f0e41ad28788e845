import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { ShortDate } from '../../shared/design/timestamp.tsx'
import { useMe } from '../../shared/session/use-me.ts'
import type { ApprovalQuestion } from './approval-question.ts'
import { approvedBefore, approvedSubject } from './approved-before.ts'

/** Says that this person approved the same digest before. It is read to its end all the same. */
export function ApprovedBeforeNotice({ question }: { readonly question: ApprovalQuestion }) {
  const { member } = useMe()
  const approved = useQuery({
    queryKey: ['approvals', 'approved', 'newest'],
    queryFn: () => api.approvals.list({ status: 'approved', limit: 100 }),
    enabled: approvedSubject(question) !== null,
  })
  const at = approvedBefore(question, approved.data?.items ?? [], member.id)
  if (at === null) return null
  return (
    <p className="flex items-center gap-1.5 px-4 pt-2 text-xs text-ink-2">
      <History size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span>
        You approved exactly this on <ShortDate at={at} />
      </span>
    </p>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { pendingApprovalsQuery } from '../../shared/api/queries.ts'
import { pagedQuery } from '../../shared/api/query-options.ts'
import { InboxPage } from '../../shared/design/inbox-page.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { questionOf } from './approval-question.ts'

export function ApprovalsPage() {
  const all = useInfiniteQuery(
    pagedQuery(['approvals', 'all'], (page) => api.approvals.list({ limit: 50, ...page })),
  )
  return (
    <InboxPage
      title="Approvals"
      subtitle="Questions from agents that wait for you. A yes counts for exactly what is shown, and for nothing that comes after it."
      waiting={useQuery(pendingApprovalsQuery)}
      all={all}
      icon={Inbox}
      whenEmpty="When an agent asks to use a skill or a connector, or wants to know something, its question appears here and in its conversation. What it must ask for is decided in Settings."
      settled="Answered"
      list={(approvals) => (
        <div className="flex flex-col gap-4">
          {approvals.map((approval) => (
            <ApprovalCard key={approval.id} question={questionOf(approval)} linkConversation />
          ))}
        </div>
      )}
    />
  )
}

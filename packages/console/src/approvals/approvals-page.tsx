import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { Page } from '../design/page.tsx'
import { Empty, Failed, Loading } from '../design/states.tsx'
import { api } from '../shell/api.ts'
import { pendingApprovalsQuery } from '../shell/queries.ts'
import { ApprovalCard } from './approval-card.tsx'
import { questionOf } from './approval-question.ts'

export function ApprovalsPage() {
  const pending = useQuery(pendingApprovalsQuery)
  const all = useInfiniteQuery({
    queryKey: ['approvals', 'all'],
    queryFn: ({ pageParam }) =>
      api.approvals.list({ limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  const answered = all.data?.pages
    .flatMap((page) => page.items)
    .filter(({ status }) => status !== 'pending')
  return (
    <Page
      narrow
      title="Approvals"
      subtitle="Questions from agents that wait for you. A yes counts for exactly what is shown, and for nothing that comes after it."
    >
      {pending.isPending && <Loading label="Loading approvals" />}
      {pending.isError && (
        <Failed
          what="Approvals could not be read"
          error={pending.error}
          onRetry={() => void pending.refetch()}
        />
      )}
      {pending.data?.items.length === 0 && (
        <Empty icon={<Inbox size={20} />} title="Nothing waits for you">
          When an agent asks to use a skill or a connector, or wants to know something, its question
          appears here and in its conversation. What it must ask for is decided in Settings.
        </Empty>
      )}
      <div className="flex flex-col gap-4">
        {pending.data?.items.map((approval) => (
          <ApprovalCard key={approval.id} question={questionOf(approval)} linkConversation />
        ))}
      </div>
      {answered && answered.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-3 text-sm text-ink-2">Answered</h2>
          <div className="flex flex-col gap-3">
            {answered.map((approval) => (
              <ApprovalCard key={approval.id} question={questionOf(approval)} linkConversation />
            ))}
          </div>
        </section>
      )}
      {all.hasNextPage && (
        <Button className="mt-4" onClick={() => void all.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { api } from '../shell/api.ts'
import type { AskedApproval } from './conversation-view.ts'

interface ApprovalRowProps {
  readonly conversationId: string
  readonly asked: AskedApproval
}

/** The approval card inside a conversation, from its events. */
export function ApprovalRow({ conversationId, asked }: ApprovalRowProps) {
  const { subject } = asked
  const { data } = useQuery({
    queryKey: ['approval-skill', subject.approval_id],
    queryFn: () => api.approvals.get(subject.approval_id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <ApprovalCard
      question={{
        id: subject.approval_id,
        conversationId,
        skillId: data?.skill.id ?? null,
        slug: subject.slug,
        name: subject.name,
        description: subject.description,
        contentLength: subject.content_length,
        sourceType: subject.source_type,
        digest: subject.digest,
        reason: subject.reason,
        status: asked.status,
        expiresAt: subject.expires_at,
        answeredAt: asked.answeredAt,
        answeredBy: asked.answeredBy,
        note: asked.note,
      }}
    />
  )
}

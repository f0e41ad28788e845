import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { askingOf, questionOfEvent } from '../approvals/approval-question.ts'
import type { AskedApproval } from './conversation-view.ts'

interface ApprovalRowProps {
  readonly conversationId: string
  readonly asked: AskedApproval
}

/** The approval card inside a conversation, from its events. */
export function ApprovalRow({ conversationId, asked }: ApprovalRowProps) {
  const { data, ...state } = asked
  const question = questionOfEvent(data, { conversationId, state })
  const id = askingOf(data).approval_id
  // The event names the skill as document A has it, without its id.
  const { data: approval } = useQuery({
    queryKey: ['approval-skill', id],
    queryFn: () => api.approvals.get(id),
    staleTime: Number.POSITIVE_INFINITY,
    // What it is about is approved only once its text is shown.
    retry: question.status === 'pending',
    enabled: question.type === 'skill_enablement',
  })
  if (question.type !== 'skill_enablement' || approval?.type !== 'skill_enablement') {
    return <ApprovalCard question={question} />
  }
  return <ApprovalCard question={{ ...question, skillId: approval.skill.id }} />
}

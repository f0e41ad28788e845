import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useRef } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { refreshInbox } from '../../shared/queries/inbox-queries.ts'
import { useAfterDecision } from '../../shared/reading/decision-place.tsx'
import type { ApprovalQuestion } from './approval-question.ts'

interface Given {
  readonly approved: boolean
  readonly note: string
}

/**
 * Answers one approval, once: the second press of a double press does nothing, so that a card which
 * slides under a waiting finger is not answered by accident.
 */
export function useAnswer(question: ApprovalQuestion) {
  const pressed = useRef(false)
  const after = useAfterDecision(() => {})
  const mutation = useMutation({
    mutationFn: (given: Given) => api.approvals.answer(question.id, given),
    onError: (error) => {
      showErrorToast(error)
      if (problemOf(error).code !== 'approval.already-answered') pressed.current = false
    },
    onSuccess: after,
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ['approvals'] }), refreshInbox()]),
  })
  function answer(event: MouseEvent, approved: boolean, note: string): void {
    if (event.detail > 1 || pressed.current) return
    pressed.current = true
    mutation.mutate({ approved, note })
  }
  return { answer, sent: mutation.isPending || mutation.isSuccess }
}

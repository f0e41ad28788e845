import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useRef } from 'react'
import { refreshInbox } from '../inbox/inbox-queries.ts'
import { useAfterDecision } from '../review/decision-place.tsx'
import { api } from '../shell/api.ts'
import { showErrorToast } from '../shell/error-toast.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient } from '../shell/queries.ts'
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

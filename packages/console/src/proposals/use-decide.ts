import type { ProposalBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import { toast } from 'sonner'
import { useAfterDecision } from '../review/decision-place.tsx'
import { api } from '../shell/api.ts'
import { showErrorToast } from '../shell/error-toast.ts'
import { refreshProposals } from './proposal-queries.ts'

interface Acceptance {
  readonly scope: 'org' | 'user'
  readonly note: string
}

/** Decides one proposal, once: the second press of a double press does nothing. */
export function useDecide(proposal: ProposalBody) {
  const navigate = useNavigate()
  const toList = useAfterDecision(() => navigate({ to: '/proposals' }))
  const pressed = useRef(false)
  const onError = (error: unknown) => {
    showErrorToast(error)
    pressed.current = false
  }
  const accept = useMutation({
    mutationFn: ({ scope, note }: Acceptance) =>
      api.proposals.accept(proposal.id, {
        note,
        ...(proposal.skill_id === null ? { scope } : {}),
      }),
    onSuccess: async ({ skill }) => {
      toast.success(`${skill.name} is in the library`, {
        action: {
          label: 'Open it',
          onClick: () => void navigate({ to: '/skills/$id', params: { id: skill.id } }),
        },
      })
      await toList()
    },
    onError,
    onSettled: refreshProposals,
  })
  const withdraw = useMutation({
    mutationFn: (note: string) => api.proposals.withdraw(proposal.id, note),
    onSuccess: async () => {
      toast.success(`You withdrew ${proposal.name}`)
      await toList()
    },
    onError,
    onSettled: refreshProposals,
  })
  const reject = useMutation({
    mutationFn: (note: string) => api.proposals.reject(proposal.id, { note }),
    onSuccess: async () => {
      toast.success(`${proposal.name} was rejected`)
      await toList()
    },
    onError,
    onSettled: refreshProposals,
  })
  function once(event: MouseEvent, act: () => void): void {
    if (event.detail > 1 || pressed.current) return
    pressed.current = true
    act()
  }
  return {
    busy: accept.isPending || reject.isPending || withdraw.isPending,
    accept: (event: MouseEvent, given: Acceptance) => once(event, () => accept.mutate(given)),
    withdraw: (event: MouseEvent, note: string) => once(event, () => withdraw.mutate(note)),
    reject: (event: MouseEvent, note: string) => once(event, () => reject.mutate(note)),
  }
}

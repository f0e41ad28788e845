import type { PendingImportApprove, PendingImportBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from 'sonner'
import { useAfterDecision } from '../review/decision-place.tsx'
import { api } from '../shell/api.ts'
import { showErrorToast } from '../shell/error-toast.ts'
import { refreshPendingImports } from './pending-import-queries.ts'

type Decision = 'reject' | 'quarantine' | 'hold'

const done: Record<Decision, string> = {
  reject: 'was rejected',
  quarantine: 'is in quarantine',
  hold: 'waits again',
}

/** Decides one arrival by the digest that is on the screen. */
export function useDecideImport({ id, digest, name }: PendingImportBody) {
  const navigate = useNavigate()
  const toList = useAfterDecision(() => navigate({ to: '/arrivals' }))
  const approval = useMutation({
    mutationFn: (given: Omit<PendingImportApprove, 'digest'>) =>
      api.arrivals.approve(id, { ...given, digest }),
    onSuccess: async ({ skill_id, slug, kept_beside, enabled }) => {
      toast.success(`${name} is in the library${enabled ? '' : ', switched off'}`, {
        ...(kept_beside && {
          description: `It is named ${slug}, because ${kept_beside.slug} is another skill.`,
        }),
        action: {
          label: 'Open it',
          onClick: () => void navigate({ to: '/skills/$id', params: { id: skill_id } }),
        },
      })
      await toList()
    },
    onError: showErrorToast,
    onSettled: refreshPendingImports,
  })
  const decision = useMutation({
    mutationFn: ({ what, note }: { readonly what: Decision; readonly note: string }) =>
      api.arrivals[what](id, { digest, note }),
    onSuccess: async (_, { what }) => {
      toast.success(`${name} ${done[what]}`, {
        ...(what !== 'hold' && {
          action: { label: 'Undo', onClick: () => decision.mutate({ what: 'hold', note: '' }) },
        }),
      })
      if (what !== 'hold') await toList()
    },
    onError: showErrorToast,
    onSettled: refreshPendingImports,
  })
  return {
    busy: approval.isPending || decision.isPending,
    approve: approval.mutate,
    decide: (what: Decision, note: string) => decision.mutate({ what, note }),
  }
}

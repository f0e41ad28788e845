import type { PendingRevisionApprove, PendingRevisionBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { keepDraft, readDraft } from '../../shared/browser/drafts.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAfterDecision } from '../../shared/reading/decision-place.tsx'
import { refreshReviews } from './revision-queries.ts'

type Decision = 'reject' | 'quarantine' | 'hold' | 'withdraw'

/** How long the way back is offered. */
export const undoMs = 15_000

const done: Record<Decision, string> = {
  reject: 'was rejected',
  quarantine: 'is in quarantine',
  hold: 'waits again',
  withdraw: 'was withdrawn',
}

/**
 * Decides one revision by the digest that is on the screen, once: the second press of a double press does nothing. The
 * note for it stays while others are read.
 */
export function useDecideRevision({ id, digest, name }: PendingRevisionBody) {
  const navigate = useNavigate()
  const toList = useAfterDecision(() => navigate({ to: '/reviews' }))
  const pressed = useRef(false)
  const noteDraft = `note.${id}`
  const [note, setNote] = useState(() => readDraft(noteDraft) ?? '')
  const onError = (error: unknown) => {
    showErrorToast(error)
    pressed.current = false
  }
  const once = (act: () => void) => {
    if (pressed.current) return
    pressed.current = true
    act()
  }
  const approval = useMutation({
    mutationFn: (given: Omit<PendingRevisionApprove, 'digest'>) =>
      api.reviews.approve(id, { ...given, digest }),
    onSuccess: async ({ skill_id, slug, kept_beside, enabled }) => {
      keepDraft(noteDraft, null)
      showToast(`${name} is in the library${enabled ? '' : ', disabled'}`, {
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
    onError,
    onSettled: refreshReviews,
  })
  const decision = useMutation({
    mutationFn: ({ what, note }: { readonly what: Decision; readonly note: string }) =>
      api.reviews[what](id, { digest, note }),
    onSuccess: async (_, { what }) => {
      keepDraft(noteDraft, null)
      showToast(`${name} ${done[what]}`, {
        ...((what === 'reject' || what === 'quarantine') && {
          duration: undoMs,
          action: { label: 'Undo', onClick: () => decision.mutate({ what: 'hold', note: '' }) },
        }),
      })
      pressed.current = false
      if (what !== 'hold') await toList()
    },
    onError,
    onSettled: refreshReviews,
  })
  return {
    note,
    writeNote: (text: string) => {
      setNote(text)
      keepDraft(noteDraft, text)
    },
    busy: approval.isPending || decision.isPending,
    approve: (given: Omit<PendingRevisionApprove, 'digest'>) => once(() => approval.mutate(given)),
    decide: (what: Decision, note: string) => once(() => decision.mutate({ what, note })),
  }
}

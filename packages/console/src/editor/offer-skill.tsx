import type { SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '../design/button.tsx'
import { refreshProposals } from '../proposals/proposal-queries.ts'
import { api } from '../shell/api.ts'
import { showErrorToast } from '../shell/error-toast.ts'

interface OfferSkillProps {
  readonly skill: SkillBody
  /** Unsaved changes are not part of the offer. */
  readonly changed: boolean
}

/** Offers a person's own skill to the organisation, and leads to the proposal. */
export function OfferSkill({ skill, changed }: OfferSkillProps) {
  const navigate = useNavigate()
  const offer = useMutation({
    mutationFn: () => api.proposals.offer(skill.id, { digest: skill.digest }),
    onSuccess: async ({ id }) => {
      toast.success(`${skill.name} was offered. An owner or admin decides.`)
      await navigate({ to: '/proposals/$id', params: { id } })
    },
    onError: showErrorToast,
    onSettled: refreshProposals,
  })
  return (
    <Button
      disabled={changed || offer.isPending}
      title={
        changed
          ? 'Save your changes first'
          : 'An owner or admin decides. The organisation then sees the skill and its revisions.'
      }
      onClick={() => offer.mutate()}
    >
      <Share2 size={15} aria-hidden="true" /> Offer to the organisation
    </Button>
  )
}

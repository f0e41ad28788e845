import type { KeptSkill, PinnedSkillBody } from '@repertoire/protocol'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'

interface KeepFetchedProps {
  readonly conversationId: string
  readonly pinned: PinnedSkillBody
}

/** Brings a skill that was fetched for this conversation into the inbox. */
export function KeepFetched({ conversationId, pinned: { name, slug } }: KeepFetchedProps) {
  const navigate = useNavigate()
  const keep = useAction({
    mutationFn: () => api.conversations.keep(conversationId, slug),
    onSuccess: ({ arrival_id: id, skill_id: skillId, state }) => {
      const label = 'Show it'
      const onClick = () =>
        void (id === null
          ? navigate({ to: '/skills/$id', params: { id: skillId ?? '' } })
          : navigate({ to: '/reviews/$id', params: { id } }))
      showToast(keptTexts[state](name), { action: { label, onClick } })
    },
  })
  return (
    <Button
      size="small"
      disabled={keep.isPending}
      onClick={() => keep.mutate()}
      aria-label={`Keep ${name}`}
    >
      {keep.isPending ? 'Fetching…' : 'Keep'}
    </Button>
  )
}

const keptTexts: Record<KeptSkill['state'], (name: string) => string> = {
  available: (name) => `“${name}” could not be kept`,
  waiting: (name) => `“${name}” waits for a review`,
  installed: (name) => `“${name}” is in the library`,
}

import type { SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../shared/api/queries.ts'
import type { SkillDraft } from '../../shared/browser/skill-draft.ts'
import { Button } from '../../shared/design/button.tsx'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { Notice } from '../../shared/design/notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { saveAsOwn } from './save-as-own.ts'

interface KeptChangesProps {
  readonly skill: SkillBody
  readonly draft: SkillDraft
  readonly onDiscard: () => void
}

/** Changes of a skill that the organisation took over meanwhile: they are not lost, but cannot be saved here. */
export function KeptChangesNotice({ skill, draft, onDiscard }: KeptChangesProps) {
  const navigate = useNavigate()
  const copying = useMutation({
    mutationFn: () => saveAsOwn(skill, draft),
    onSuccess: async ({ id, name }) => {
      onDiscard()
      showToast(`Saved as your own skill ${name}`)
      await queryClient.invalidateQueries({ queryKey: ['skills', 'list'] })
      await navigate({ to: '/skills/$id', params: { id }, ignoreBlocker: true })
    },
    onError: showErrorToast,
  })
  return (
    <div className="mb-4">
      <Notice
        tone="warn"
        title="Your changes are not saved: this is the organisation’s skill"
        actions={
          <>
            <Button
              size="small"
              variant="primary"
              disabled={copying.isPending}
              onClick={() => copying.mutate()}
            >
              Save as my own skill
            </Button>
            <Button size="small" onClick={onDiscard}>
              Discard them
            </Button>
          </>
        }
      >
        Owners and admins change it. Your text is kept in this browser; as a skill of your own you
        can offer it again.
      </Notice>
    </div>
  )
}

import { toast } from 'sonner'
import { api } from '../shell/api.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient } from '../shell/queries.ts'
import { keepSkillDraft } from './skill-draft.ts'

const undoWindow = 6000

/**
 * Deletes a skill in six seconds unless it is undone. Until then nothing has happened, which is what
 * the words say: closing the page in that time keeps the skill.
 */
export function deleteLater(skill: { readonly id: string; readonly name: string }): void {
  let undone = false
  const toastId = toast(`“${skill.name}” will be deleted in 6 seconds`, {
    description: 'Nothing is deleted yet. Afterwards it cannot be brought back here.',
    duration: undoWindow,
    action: {
      label: 'Undo',
      onClick: () => {
        undone = true
        toast.success(`“${skill.name}” stays`)
      },
    },
  })
  setTimeout(async () => {
    if (undone) return
    toast.dismiss(toastId)
    try {
      await api.skills.remove(skill.id)
      keepSkillDraft(skill.id, null)
      toast.success(`“${skill.name}” was deleted`)
    } catch (error) {
      toast.error(`“${skill.name}” was not deleted`, { description: problemOf(error).message })
    }
    await queryClient.invalidateQueries({ queryKey: ['skills'] })
  }, undoWindow)
}

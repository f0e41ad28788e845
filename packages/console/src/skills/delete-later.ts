import { toast } from 'sonner'
import { plural } from '../design/numbers.ts'
import { keepSkillDraft } from '../editor/skill-draft.ts'
import { api } from '../shell/api.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient } from '../shell/queries.ts'

const undoWindow = 6000

interface Doomed {
  readonly id: string
  readonly name: string
}

/**
 * Deletes skills in six seconds unless it is undone. Until then nothing has happened, which is what
 * the words say: closing the page in that time keeps them. One that fails never stops the rest.
 */
export function deleteLater(skills: readonly Doomed[]): void {
  const [only] = skills
  if (!only) return
  const one = skills.length === 1
  const who = one ? `“${only.name}”` : plural(skills.length, 'skill')
  let undone = false
  const toastId = toast(`${who} will be deleted in 6 seconds`, {
    description: 'Nothing is deleted yet. Afterwards it cannot be undone here.',
    duration: undoWindow,
    action: {
      label: 'Undo',
      onClick: () => {
        undone = true
        toast.success(one ? `${who} stays` : `${who} stay`)
      },
    },
  })
  setTimeout(async () => {
    if (undone) return
    toast.dismiss(toastId)
    const failures = await removeAll(skills)
    if (failures.length > 0) {
      const many = `${plural(failures.length, 'skill')} not deleted`
      toast.error(one ? `${who} was not deleted` : many, {
        description: failures.slice(0, 4).join('\n'),
      })
    }
    const gone = skills.length - failures.length
    if (gone > 0) toast.success(one ? `${who} was deleted` : `${plural(gone, 'skill')} deleted`)
    await queryClient.invalidateQueries({ queryKey: ['skills'] })
  }, undoWindow)
}

/** What could not be removed, and why. */
async function removeAll(skills: readonly Doomed[]): Promise<string[]> {
  const failures: string[] = []
  for (const { id, name } of skills) {
    try {
      await api.skills.remove(id)
      keepSkillDraft(id, null)
    } catch (error) {
      const { message } = problemOf(error)
      failures.push(skills.length === 1 ? message : `${name}: ${message}`)
    }
  }
  return failures
}

import type { SkillSummary } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { showErrorMessage, showToast } from '../../shared/design/show-toast.ts'

/** Milliseconds the offer to undo stays on the page. */
const undoWindow = 8000

type Named = Pick<SkillSummary, 'id' | 'name'>

/** Into the archive at once, and out again with one press: nothing is lost either way. */
export async function archiveWithUndo(skill: Named): Promise<void> {
  if (!(await move(skill, () => api.skills.archive(skill.id)))) return
  showToast(`${skill.name} is in the archive`, {
    description: 'It is kept whole and offered to no agent.',
    duration: undoWindow,
    action: { label: 'Undo', onClick: () => void unarchiveSkill(skill) },
  })
}

export async function unarchiveSkill(skill: Named): Promise<void> {
  if (!(await move(skill, () => api.skills.unarchive(skill.id)))) return
  showToast(`${skill.name} is back in the library`)
}

async function move({ name }: Named, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    const { message, hint } = problemOf(error)
    showErrorMessage(`${name}: ${message}`, hint)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['skills'] })
  }
}

import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { keepSkillDraft } from '../../shared/browser/skill-draft.ts'
import { plural } from '../../shared/design/numbers.ts'
import { showErrorMessage, showToast } from '../../shared/design/show-toast.ts'
import type { BulkFailure } from './bulk-failures.tsx'
import { eachSkill } from './each-skill.ts'

/** Milliseconds the offer to undo stays on the page; afterwards it is on the page of deleted skills. */
const undoWindow = 10_000

interface Doomed {
  readonly id: string
  readonly name: string
}

/**
 * Deletes skills at once; undoing restores them. One that fails never stops the rest; gives those that
 * were not deleted.
 */
export async function deleteSkills(
  skills: readonly Doomed[],
  onDone: (done: number) => void = () => {},
): Promise<readonly BulkFailure[]> {
  const remove = async ({ id }: Doomed) => {
    await api.skills.remove(id)
    keepSkillDraft(id, null)
  }
  const { done, failures } = await eachSkill(skills, remove, onDone)
  await refresh()
  tell(failures, 'not deleted')
  if (done.length === 0) return failures
  showToast(`${nameOf(done)} deleted`, {
    description: 'Kept for 30 days under Recently deleted.',
    duration: undoWindow,
    action: { label: 'Undo', onClick: () => void restoreSkills(done) },
  })
  return failures
}

/** Brings deleted skills back as they were; what cannot be is told, with what to do. */
export async function restoreSkills(skills: readonly Doomed[]): Promise<void> {
  const { done, failures } = await eachSkill(skills, ({ id }) => api.skills.restore(id))
  await refresh()
  tell(failures, 'not restored')
  if (done.length > 0) showToast(`${nameOf(done)} restored`)
}

async function refresh(): Promise<void> {
  // A list that is being read for the first time may have been answered before; it would count as fresh.
  await queryClient.cancelQueries({ queryKey: ['skills', 'list'] })
  await queryClient.invalidateQueries({ queryKey: ['skills'] })
}

function tell(failures: readonly BulkFailure[], what: string): void {
  if (failures.length === 0) return
  const lines = failures.slice(0, 4).map(({ name, message }) => `${name}: ${message}`)
  const description = lines.join('\n')
  showErrorMessage(`${plural(failures.length, 'skill')} ${what}`, description)
}

function nameOf(skills: readonly Doomed[]): string {
  const [only] = skills
  return only && skills.length === 1 ? `“${only.name}”` : plural(skills.length, 'skill')
}

import type { PendingRevisionBody } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { keepSkillDraft } from '../../shared/browser/skill-draft.ts'

/** No skill has it, so a save is held up and shows both texts side by side first. */
const olderThanAny = '"0"'

/**
 * Puts a proposed text into the editor as unsaved changes of its skill, or as a new skill when the reader sees no such
 * skill. `mine`: the proposal is the reader's own. Gives the address of the editor.
 */
export async function openAsDraft(
  revision: PendingRevisionBody,
  { mine }: { readonly mine: boolean },
) {
  const { content, skill_id, base, moves } = revision
  if (skill_id === null || (base === null && !(moves && mine))) {
    keepSkillDraft('new', { source: content, enabled: true, etag: '', files: [] })
    return { to: '/skills/new' } as const
  }
  const { enabled } = await api.skills.get(skill_id)
  keepSkillDraft(skill_id, { source: content, enabled, etag: olderThanAny, files: [] })
  return { to: '/skills/$id', params: { id: skill_id }, search: { tab: 'edit' } } as const
}

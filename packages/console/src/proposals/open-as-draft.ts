import type { ProposalBody } from '@repertoire/protocol'
import { keepSkillDraft } from '../editor/skill-draft.ts'
import { api } from '../shell/api.ts'

/**
 * Puts a proposed text into the editor as unsaved changes of the skill as it is now, or as a new skill when
 * that is gone. Gives the address of the editor.
 */
export async function openAsDraft({ content, skill_id, current }: ProposalBody) {
  if (skill_id === null || current === null) {
    keepSkillDraft('new', { source: content, enabled: true, etag: '' })
    return { to: '/skills/new' } as const
  }
  const { etag, enabled } = await api.skills.get(skill_id)
  keepSkillDraft(skill_id, { source: content, enabled, etag })
  return { to: '/skills/$id', params: { id: skill_id } } as const
}

import { api } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/queries.ts'
import { showErrorToast } from '../../../shared/design/error-toast.ts'
import { showToast } from '../../../shared/design/show-toast.ts'
import type { SkillChoice } from './composer-parts.ts'

/** Milliseconds the offer to undo stays on the page. */
const undoWindow = 8000

/** Puts a skill into a conversation, under the rules that hold for the agent too; what refuses it is said. */
export async function activateSkill(
  conversationId: string,
  { slug, name }: SkillChoice,
): Promise<void> {
  try {
    await api.conversations.activate(conversationId, slug)
    showToast(`“${name}” is active in this conversation`, {
      duration: undoWindow,
      action: { label: 'Undo', onClick: () => void deactivate(conversationId, slug) },
    })
  } catch (error) {
    showErrorToast(error)
  } finally {
    await refresh(conversationId)
  }
}

async function deactivate(conversationId: string, slug: string): Promise<void> {
  await api.conversations.deactivate(conversationId, slug).catch(showErrorToast)
  await refresh(conversationId)
}

function refresh(conversationId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['conversations', 'one', conversationId] })
}

import type { ConversationSummary } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { showErrorMessage, showToast } from '../../shared/design/show-toast.ts'
import { titleOf } from './conversation-title.ts'

/** Milliseconds the offer to undo stays on the page. */
const undoWindow = 10_000

type Named = Pick<ConversationSummary, 'id' | 'title'>

/** Deletes at once; undoing brings it back with all its messages and files. */
export async function deleteWithUndo(conversation: Named): Promise<void> {
  if (!(await change(conversation, () => api.conversations.remove(conversation.id)))) return
  showToast(`“${titleOf(conversation)}” deleted`, {
    description: 'Kept for 30 days under Recently deleted.',
    duration: undoWindow,
    action: { label: 'Undo', onClick: () => void restore(conversation) },
  })
}

async function restore(conversation: Named): Promise<void> {
  if (!(await change(conversation, () => api.conversations.restore(conversation.id)))) return
  showToast(`“${titleOf(conversation)}” restored`)
}

async function change(conversation: Named, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    const { message, hint } = problemOf(error)
    showErrorMessage(`${titleOf(conversation)}: ${message}`, hint)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['conversations'] })
  }
}

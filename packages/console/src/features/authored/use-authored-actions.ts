import type { AuthoredToolSummary } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { wasApplied } from './authored-queries.ts'

/** Milliseconds the offer to undo stays; afterwards it is among the deleted ones. */
const undoWindow = 10_000

/** What a person may do with one tool or library. */
export function useAuthoredActions({ id, name }: Pick<AuthoredToolSummary, 'id' | 'name'>) {
  const restore = useAction({
    mutationFn: () => api.authoredTools.restore(id),
    onSuccess: async (tool) => {
      await wasApplied(tool)
      showToast(`“${name}” is back`)
    },
  })
  const remove = useAction({
    mutationFn: () => api.authoredTools.remove(id),
    onSuccess: async () => {
      await wasApplied(null)
      showToast(`“${name}” deleted`, {
        description: 'Kept for 30 days among the deleted ones.',
        duration: undoWindow,
        action: { label: 'Undo', onClick: () => restore.mutate() },
      })
    },
  })
  const setEnabled = useAction({
    mutationFn: (enabled: boolean) => api.authoredTools.setEnabled(id, enabled),
    onSuccess: wasApplied,
  })
  const approve = useAction({
    mutationFn: (digest: string) => api.authoredTools.approve(id, digest),
    onSuccess: async (tool) => {
      await wasApplied(tool)
      showToast(`“${name}” may run`)
    },
  })
  const restoreVersion = useAction({
    mutationFn: (number: number) => api.authoredTools.restoreVersion(id, number),
    onSuccess: async (tool, number) => {
      await wasApplied(tool)
      showToast(`Version ${number} is back, as version ${tool.head.number}`)
    },
  })
  return { restore, remove, setEnabled, approve, restoreVersion }
}

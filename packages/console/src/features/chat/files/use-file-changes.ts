import { useMutation } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { problemOf } from '../../../shared/api/problem.ts'
import { queryClient } from '../../../shared/api/queries.ts'
import { plural } from '../../../shared/design/numbers.ts'
import { showErrorMessage, showToast } from '../../../shared/design/show-toast.ts'
import { useAction } from '../../../shared/design/use-action.ts'
import { filesQuery, refreshFiles } from './conversation-files.ts'
import { planUpload } from './upload-plan.ts'

/** Putting files into a conversation and taking them away; what went wrong is said in a toast. */
export function useFileChanges(conversationId: string) {
  const refresh = () => refreshFiles(conversationId)
  /** What becomes of chosen files beside those that are there now, whatever the page has read so far. */
  const plan = useAction({
    mutationFn: async (chosen: readonly File[]) => {
      const there = await queryClient.fetchQuery({ ...filesQuery(conversationId), staleTime: 0 })
      return planUpload(chosen, there.items)
    },
  })
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => uploadFiles(conversationId, files),
    onSettled: refresh,
  })
  const remove = useAction({
    mutationFn: (path: string) => api.files.remove(conversationId, path),
    onSuccess: (_, path) => showToast(`${path} deleted`),
    onSettled: refresh,
  })
  return { plan, upload, remove }
}

/** Uploads one file after another and gives the names of those that arrived; why one did not is said. */
export async function uploadFiles(
  conversationId: string,
  files: readonly File[],
): Promise<readonly string[]> {
  const names: string[] = []
  for (const file of files) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await api.files.write(conversationId, file.name, bytes)
      names.push(file.name)
    } catch (error) {
      const { message, hint } = problemOf(error)
      showErrorMessage(`${file.name}: ${message}`, hint)
    }
  }
  if (names.length > 0) showToast(`${plural(names.length, 'file')} uploaded`)
  return names
}

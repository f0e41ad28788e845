import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { plural } from '../../design/numbers.ts'
import { api } from '../../shell/api.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { queryClient } from '../../shell/queries.ts'
import { filesQuery, refreshFiles } from './conversation-files.ts'
import { planUpload } from './upload-plan.ts'

/** Putting files into a conversation and taking them away; what went wrong is said in a toast. */
export function useFileChanges(conversationId: string) {
  const refresh = () => refreshFiles(conversationId)
  /** What becomes of chosen files beside those that are there now, whatever the page has read so far. */
  const plan = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const there = await queryClient.fetchQuery({ ...filesQuery(conversationId), staleTime: 0 })
      return planUpload(chosen, there.items)
    },
    onError: showErrorToast,
  })
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        const bytes = new Uint8Array(await file.arrayBuffer())
        await api.files.write(conversationId, file.name, bytes)
      }
      return files.length
    },
    onSuccess: (count) => toast.success(`${plural(count, 'file')} uploaded`),
    onError: showErrorToast,
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (path: string) => api.files.remove(conversationId, path),
    onSuccess: (_, path) => toast.success(`${path} deleted`),
    onError: showErrorToast,
    onSettled: refresh,
  })
  return { plan, upload, remove }
}

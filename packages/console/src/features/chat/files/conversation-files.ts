import { api } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/queries.ts'
import { wholeQuery } from '../../../shared/api/query-options.ts'

/** The files of a conversation, whoever put them there. */
export function filesQuery(conversationId: string) {
  return wholeQuery(['conversation-files', conversationId], () => api.files.list(conversationId))
}

export function refreshFiles(conversationId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: filesQuery(conversationId).queryKey })
}

/** Where a file is downloaded from; the server answers it as a download, whatever it holds. */
export function fileHref(conversationId: string, path: string): string {
  const query = new URLSearchParams({ path })
  return `/api/v1/conversations/${encodeURIComponent(conversationId)}/files/content?${query}`
}

import { api } from '../../shared/api/api.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { refreshMemories } from './memory-queries.ts'

/** Brings an earlier version back, unless there is a newer one than whoever asks has seen. */
export async function restoreVersion(
  agentId: string | null,
  version: number,
  etag: string,
): Promise<void> {
  try {
    await api.memories.restore(agentId, version, etag)
    showToast('Undone')
  } catch (error) {
    showErrorToast(error)
  } finally {
    await refreshMemories()
  }
}

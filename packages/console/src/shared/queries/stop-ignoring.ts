import type { IgnoredEntryBody } from '@repertoire/protocol'
import { api } from '../api/api.ts'
import { problemOf } from '../api/problem.ts'
import { showToast } from '../design/show-toast.ts'
import { busyInterval, refreshSources } from './source-queries.ts'

/** Takes an ignoring back and has the source read, so that what it keeps away waits again without a schedule. */
export async function stopIgnoring(
  sourceId: string,
  { id, name }: Pick<IgnoredEntryBody, 'id' | 'name'>,
): Promise<void> {
  await api.sources.stopIgnoring(sourceId, id)
  if (await isSyncing(sourceId)) {
    showToast(`${name} waits again once its source is read`, {
      description: 'A sync of it runs now.',
    })
    void refreshAfterSync(sourceId)
  } else showToast(`The next sync brings ${name} again`)
}

/** False where none can be started, such as of a source that is disabled. */
async function isSyncing(sourceId: string): Promise<boolean> {
  try {
    await api.sources.sync(sourceId)
    return true
  } catch (error) {
    return problemOf(error).code === 'source.sync-running'
  }
}

async function refreshAfterSync(sourceId: string): Promise<void> {
  await refreshSources()
  const { last_sync_status: status } = await api.sources.get(sourceId)
  if (status !== 'running') return await refreshSources()
  setTimeout(() => void refreshAfterSync(sourceId).catch(() => {}), busyInterval)
}

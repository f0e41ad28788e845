import assert from 'node:assert/strict'
import type { SourceBody } from '@repertoire/protocol'
import type { Api } from '../api.ts'

/** Whether the last sync is over. */
export const ended = ({ last_sync_status: status }: SourceBody) =>
  status !== 'running' && status !== 'never'

/** The source when it is so. */
export async function until(
  api: Api,
  id: string,
  isReached: (source: SourceBody) => boolean,
): Promise<SourceBody> {
  const deadline = performance.now() + 180_000
  while (performance.now() < deadline) {
    const source = await api.get<SourceBody>(`/skills/sources/${id}`)
    if (isReached(source)) return source
    assert.notEqual(source.last_sync_status, 'failed', JSON.stringify(source.last_sync_error))
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the sync did not get there')
}

import assert from 'node:assert/strict'
import type { PendingImportPage, PendingImportSummary } from '@repertoire/protocol'
import type { Api } from '../api.ts'

/** Everything that waits. */
export async function listPending(api: Api): Promise<PendingImportSummary[]> {
  const items: PendingImportSummary[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: PendingImportPage = await api.get(`/arrivals?state=held&limit=200${query}`)
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

/** Approves and enables them in bulk; each has to be clean. */
export async function approveAll(
  api: Api,
  arrivals: readonly PendingImportSummary[],
): Promise<void> {
  for (let at = 0; at < arrivals.length; at += 250) {
    const items = arrivals.slice(at, at + 250).map(({ id, digest }) => ({ id, digest }))
    const { results } = await api.send<{ results: { problem: unknown }[] }>(
      ...(['POST', '/arrivals/decide', { decision: 'approve', enable: true, items }] as const),
    )
    assert.deepEqual(
      results.filter(({ problem }) => problem !== null),
      [],
    )
  }
}

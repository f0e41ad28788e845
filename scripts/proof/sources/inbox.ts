import assert from 'node:assert/strict'
import type {
  InboxKeysBody,
  PendingRevisionPage,
  PendingRevisionSummary,
} from '@repertoire/protocol'
import type { Api } from '../api.ts'

/** Everything that waits. */
export async function listPending(api: Api): Promise<PendingRevisionSummary[]> {
  const items: PendingRevisionSummary[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: PendingRevisionPage = await api.get(`/reviews?state=held&limit=200${query}`)
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

/** Approves and enables them in bulk; each has to be clean. */
export async function approveAll(
  api: Api,
  arrivals: readonly PendingRevisionSummary[],
): Promise<void> {
  for (let at = 0; at < arrivals.length; at += 250) {
    const items = arrivals.slice(at, at + 250).map(({ id, digest }) => ({ id, digest }))
    const { results } = await api.send<{ results: { problem: unknown }[] }>(
      ...(['POST', '/reviews/decide', { decision: 'approve', enable: true, items }] as const),
    )
    assert.deepEqual(
      results.filter(({ problem }) => problem !== null),
      [],
    )
  }
}

/** Approves and enables all that match, as a person does who selects all; how many requests it took. */
export async function approveMatching(api: Api, query: string): Promise<number> {
  const { items: keys } = await api.get<InboxKeysBody>(`/inbox/keys?${query}`)
  let requests = 1
  for (let at = 0; at < keys.length; at += 500) {
    const items = keys.slice(at, at + 500)
    const { results } = await api.send<{ results: { state: string | null }[] }>(
      ...(['POST', '/reviews/decide', { decision: 'approve', enable: true, items }] as const),
    )
    assert.deepEqual([...new Set(results.map(({ state }) => state))], ['approved'])
    requests += 1
  }
  return requests
}

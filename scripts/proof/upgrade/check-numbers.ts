import assert from 'node:assert/strict'
import type { Api } from '../api.ts'
import type { Written } from './busy-client.ts'

interface Stats {
  readonly totals: {
    readonly runs: { readonly completed: number }
    readonly activations: { readonly total: number }
    readonly approvals: { readonly count: number; readonly n: number }
    readonly latency: { readonly n: number }
    readonly model_calls: number
  }
}

interface TurnPage {
  readonly items: readonly { readonly run_id: string; readonly steps: number | null }[]
}

/** A server of the release before does not count all that this one does: they are made again from the logs. */
export async function checkNumbers(
  api: Api,
  { turns, approved }: Written,
  report: (promise: string) => void,
): Promise<void> {
  await api.send('POST', '/stats/reindex')
  const { totals } = await api.get<Stats>('/stats?period=30d')
  const all = turns.length + approved.length
  assert.equal(totals.runs.completed, all)
  assert.equal(totals.activations.total, approved.length)
  assert.deepEqual([totals.approvals.count, totals.approvals.n], [approved.length, approved.length])
  assert.equal(totals.model_calls, all + approved.length)
  assert.equal(totals.latency.n, totals.model_calls)
  const { items } = await api.get<TurnPage>('/traces?order=steps&limit=200')
  assert.equal(items.length, Math.min(all, 200))
  assert.ok(items.every(({ steps }) => steps !== null))
  report(`after \`repertoire reindex\`, the numbers are those of ${all} turns`)
}

import type { PendingRevisionBulkDecision, PendingRevisionBulkResult } from '@repertoire/protocol'

export type Item = PendingRevisionBulkDecision['items'][number]
type Decide = (body: PendingRevisionBulkDecision) => Promise<PendingRevisionBulkResult>

/** How far a decision on many has come. */
export interface BulkProgress {
  readonly total: number
  readonly done: number
  readonly refused: readonly RejectedItem[]
  /** What was decided, as it was. */
  readonly decided: readonly Item[]
}

export interface RejectedItem {
  readonly id: string
  readonly code: string
  readonly message: string
}

interface Batches {
  readonly items: readonly Item[]
  readonly decision: PendingRevisionBulkDecision['decision']
  /** Whether all of them are enabled; otherwise updated skills stay as they are, and new ones disabled. */
  readonly enable: boolean
  readonly onProgress: (progress: BulkProgress) => void
  /** Asked before each request. */
  readonly isStopped: () => boolean
}

/** As many as one request takes. */
export const decisionsAtOnce = 500

/** Decides about any number of imports and updates, each by the digest it had when they were listed. */
export async function decideInBatches(decide: Decide, batches: Batches): Promise<BulkProgress> {
  const { items, decision, enable, onProgress, isStopped } = batches
  let progress: BulkProgress = { total: items.length, done: 0, refused: [], decided: [] }
  onProgress(progress)
  for (let at = 0; at < items.length && !isStopped(); at += decisionsAtOnce) {
    const some = items.slice(at, at + decisionsAtOnce)
    const { results } = await decide({ decision, ...(enable && { enable }), items: some })
    const refused = results.flatMap(({ id, problem }) =>
      problem ? [{ id, code: problem.code, message: problem.message }] : [],
    )
    const isRefused = new Set(refused.map(({ id }) => id))
    progress = {
      total: items.length,
      done: progress.done + results.length - refused.length,
      refused: [...progress.refused, ...refused],
      decided: [...progress.decided, ...some.filter(({ id }) => !isRefused.has(id))],
    }
    onProgress(progress)
  }
  return progress
}

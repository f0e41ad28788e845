import { useRef, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { type InboxFilters, inboxKeys } from '../../shared/queries/inbox-queries.ts'
import { refreshReviews } from '../revisions/revision-queries.ts'
import { type BulkProgress, decideInBatches, type Item } from './decide-in-batches.ts'

/** What was chosen: some of them by hand, or all that match. */
export type Selection =
  | { readonly of: 'some'; readonly items: ReadonlyMap<string, string> }
  | { readonly of: 'all'; readonly filters: InboxFilters }

export interface BulkRun {
  /** `hold` takes a rejection back. */
  readonly decision: 'approve' | 'reject' | 'hold'
  readonly progress: BulkProgress | null
  readonly running: boolean
  readonly error: unknown
}

interface Given {
  readonly decision: BulkRun['decision']
  readonly enable: boolean
}

/** One decision on many, which goes on while entries are read. */
export function useBulkDecision() {
  const [run, setRun] = useState<BulkRun | null>(null)
  const stopped = useRef(false)
  async function start(selection: Selection, { decision, enable }: Given): Promise<void> {
    stopped.current = false
    const change = (part: Partial<BulkRun>) =>
      setRun((before) => ({
        decision,
        progress: null,
        running: true,
        error: null,
        ...before,
        ...part,
      }))
    setRun({ decision, progress: null, running: true, error: null })
    try {
      const items =
        selection.of === 'all'
          ? (await inboxKeys(selection.filters)).items
          : [...selection.items].map(([id, digest]) => ({ id, digest }))
      await decideInBatches((body) => api.reviews.decideMany(body), {
        ...{ items, decision, enable },
        onProgress: (progress) => change({ progress }),
        isStopped: () => stopped.current,
      })
      change({ running: false })
    } catch (error) {
      change({ running: false, error })
    }
    await refreshReviews()
  }
  return {
    run,
    start,
    /** Lets those wait again that were rejected. */
    undo: (rejected: readonly Item[]) =>
      start(
        { of: 'some', items: new Map(rejected.map(({ id, digest }) => [id, digest])) },
        { decision: 'hold', enable: false },
      ),
    stop: () => {
      stopped.current = true
    },
    dismiss: () => setRun(null),
  }
}

import type { TenantId } from '@repertoire/core/base'
import type { SkillSearchService } from '@repertoire/core/choose'
import type { Clock } from '@repertoire/core/ports'

/** Milliseconds without a further change after which an index is kept. */
const quietMs = 5_000
/** Milliseconds after the first change after which it is kept although it still changes. */
const maxDelayMs = 60_000

/** Keeps changed indexes in the background, so that a start finds them. */
export interface IndexWriter {
  /** The tenant's index is no longer what is kept. */
  recordChange(tenantId: TenantId): void
  /** Starts no further save, and resolves when none is running. What is not kept yet is indexed at the next start. */
  stop(): Promise<void>
}

export interface IndexWriterOptions {
  readonly search: Pick<SkillSearchService, 'save'>
  readonly clock: Clock
  /** Gets failures. The next change tries again. */
  readonly onError: (error: unknown) => void
}

interface Waiting {
  readonly since: number
  readonly timer: NodeJS.Timeout
}

/** One index is written at a time. */
export function createIndexWriter({ search, clock, onError }: IndexWriterOptions): IndexWriter {
  const waiting = new Map<TenantId, Waiting>()
  let working: Promise<void> = Promise.resolve()
  let isStopped = false

  function save(tenantId: TenantId): void {
    waiting.delete(tenantId)
    working = working
      .then(() => (isStopped ? undefined : search.save(tenantId)))
      .catch((error: unknown) => onError(error))
  }

  return {
    recordChange: (tenantId) => {
      if (isStopped) return
      const known = waiting.get(tenantId)
      clearTimeout(known?.timer)
      const since = known?.since ?? clock.now()
      const delay = Math.max(0, Math.min(quietMs, since + maxDelayMs - clock.now()))
      waiting.set(tenantId, { since, timer: setTimeout(save, delay, tenantId).unref() })
    },
    stop: async () => {
      isStopped = true
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
      await working
    },
  }
}

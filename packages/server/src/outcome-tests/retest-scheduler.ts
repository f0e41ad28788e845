import type { TenantId } from '@repertoire/core/base'
import type { OutcomeRetest, RetestResult } from '@repertoire/core/domain'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import type { Timers } from '../platform/system/timers.ts'

const sweepMs = 60_000
const renewMs = 30_000
/** After a process that was killed, another one goes on this much later. */
const claimMs = 120_000

/**
 * Runs the outcome tests of the skills in use again after a model changed, in the background. Every replica may run one:
 * of an organisation one retest runs at a time.
 */
export interface RetestScheduler {
  /** Goes on with what was left, and looks for more once a minute. */
  start(): void
  /** Resolves when nothing more is to be done. */
  settle(): Promise<void>
  /** Ends the trial at hand, which another process then tries again. */
  stop(): Promise<void>
}

/** Null where the signal stopped it. */
export type RunRetest = (
  tenantId: TenantId,
  retest: OutcomeRetest,
  signal: AbortSignal,
) => Promise<Omit<RetestResult, 'endedAt'> | null>

export interface RetestSchedulerOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly timers: Pick<Timers, 'every'>
  readonly run: RunRetest
  readonly onError: (error: unknown) => void
}

export function createRetestScheduler(options: RetestSchedulerOptions): RetestScheduler {
  const { store, clock, ids, timers, run, onError } = options
  const owner = ids.next('own')
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let stopTimer = () => {}

  async function retest(tenantId: TenantId, claimed: OutcomeRetest): Promise<void> {
    const { outcomeRetests } = store.tenant(tenantId)
    const lost = new AbortController()
    const renew = async () => {
      const until = clock.now() + claimMs
      if (!(await outcomeRetests.renew(claimed.id, { owner, until }))) lost.abort()
    }
    const stopRenewing = timers.every(renewMs, () => void renew().catch(onError))
    try {
      const signal = AbortSignal.any([stopping.signal, lost.signal])
      const result = await run(tenantId, claimed, signal)
      if (result) {
        await outcomeRetests.finish(claimed.id, owner, { ...result, endedAt: clock.now() })
      } else {
        await outcomeRetests.renew(claimed.id, { owner, until: 0 })
      }
    } catch (error) {
      onError(error)
      await outcomeRetests.finish(claimed.id, owner, await failed(tenantId))
    } finally {
      stopRenewing()
    }
  }

  async function failed(tenantId: TenantId): Promise<RetestResult> {
    const { settings } = await store.tenant(tenantId).settings.get()
    const maxCostNanos = settings.outcomeRetestMaxCost * 1e9
    const nothing = { spentNanos: null, labels: null, skills: [], untried: 0 }
    return { end: 'failed', endedAt: clock.now(), maxCostNanos, ...nothing }
  }

  async function retestAll(tenantId: TenantId): Promise<void> {
    const { outcomeRetests } = store.tenant(tenantId)
    while (!stopping.signal.aborted) {
      const now = clock.now()
      const claimed = await outcomeRetests.claim({ owner, now, until: now + claimMs })
      if (!claimed) return
      await retest(tenantId, claimed)
    }
  }

  async function sweep(): Promise<void> {
    for (const { id } of await store.directory.tenants()) {
      if (stopping.signal.aborted) return
      await retestAll(id).catch(onError)
    }
  }

  function settle(): Promise<void> {
    running ??= sweep()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    start: () => {
      stopTimer = timers.every(sweepMs, () => void settle())
      void settle()
    },
    settle,
    stop: async () => {
      stopping.abort()
      stopTimer()
      await running
    },
  }
}

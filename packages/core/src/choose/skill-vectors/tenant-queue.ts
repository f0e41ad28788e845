import type { TenantId } from '../../base/ids.ts'

const firstDelayMs = 1_000
const maxDelayMs = 60_000

export interface TenantQueueOptions {
  /** One step of a tenant's work. `failed`: all wait before anything is tried again. Never throws. */
  readonly step: (tenantId: TenantId) => Promise<'done' | 'more' | 'failed'>
  /** Resolves after the time, or at once when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Ends all work. */
  readonly stopped: AbortSignal
}

/** Work in the background for one tenant after the other, a step at a time. */
export interface TenantQueue {
  add(tenantId: TenantId): void
  remove(tenantId: TenantId): void
  /** Resolves when there is nothing to do. */
  idle(): Promise<void>
}

export function createTenantQueue({ step, wait, stopped }: TenantQueueOptions): TenantQueue {
  const queue = new Set<TenantId>()
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    let failures = 0
    for (const tenantId of queue) {
      if (stopped.aborted) return
      // Behind the others, should there be more.
      queue.delete(tenantId)
      const outcome = await step(tenantId)
      if (outcome !== 'done') queue.add(tenantId)
      if (outcome === 'more') failures = 0
      if (outcome !== 'failed') continue
      await wait(Math.min(maxDelayMs, firstDelayMs * 2 ** failures), stopped)
      failures += 1
    }
  }

  function start(): void {
    working ??= work().finally(() => {
      working = null
      if (queue.size > 0 && !stopped.aborted) start()
    })
  }

  return {
    add: (tenantId) => {
      if (stopped.aborted) return
      queue.add(tenantId)
      start()
    },
    remove: (tenantId) => {
      queue.delete(tenantId)
    },
    idle: async () => {
      while (working !== null) await working
    },
  }
}

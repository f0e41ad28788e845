import type { TenantId, Timestamp, TraceId } from '@repertoire/core'
import {
  type Clock,
  type IdleSkill,
  type IdSource,
  purgeSkills,
  type Store,
  sweepSkills,
} from '@repertoire/core'
import type { Timers } from '../platform/timers.ts'

const hour = 60 * 60 * 1000

/** What a sweep of one organisation came to. */
export interface Sweep {
  /** Also the trace id of its audit entries. */
  readonly id: TraceId
  readonly at: Timestamp
  readonly found: readonly IdleSkill[]
}

/** Puts away, now and then, skills that agents made and nobody uses (D9), and for good what was deleted (B8). Every replica may have one. */
export interface Curator {
  /** Walks every organisation now, and once an hour from then on. */
  start(): void
  /** One organisation, at somebody's wish. */
  sweep(tenantId: TenantId, options: { readonly dryRun: boolean }): Promise<Sweep>
  /** When this process last walked everybody's library, and when it does next; null before it starts. */
  lastSweptAt(): Timestamp | null
  nextSweepAt(): Timestamp | null
  /** Resolves when no walk is under way. */
  idle(): Promise<void>
  /** The same, and none begins after. */
  stop(): Promise<void>
}

export interface CuratorOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly timers: Pick<Timers, 'every'>
  readonly onError: (error: unknown) => void
}

export function createCurator(options: CuratorOptions): Curator {
  const { store, clock, ids, timers, onError } = options
  let lastSweep: Timestamp | null = null
  let nextSweep: Timestamp | null = null
  let running: Promise<void> | undefined
  let stopped = false
  let stopTimer = () => {}

  async function sweep(tenantId: TenantId, { dryRun }: { readonly dryRun: boolean }) {
    const id = ids.traceId()
    const at = clock.now()
    const tenant = { store: store.tenant(tenantId), clock, ids }
    return { id, at, found: await sweepSkills(tenant, { sweep: id, dryRun }) }
  }

  async function sweepAndPurge(tenantId: TenantId): Promise<void> {
    await sweep(tenantId, { dryRun: false })
    const tenant = { store: store.tenant(tenantId), clock, ids }
    await purgeSkills(tenant, { sweep: ids.traceId() })
  }

  /** One organisation that cannot be swept does not keep the others from it. */
  async function sweepAll(): Promise<void> {
    for (const { id } of await store.directory.tenants()) {
      if (stopped) return
      await sweepAndPurge(id).catch(onError)
    }
    lastSweep = clock.now()
  }

  function tick(): void {
    if (stopped) return
    nextSweep = clock.now() + hour
    running ??= sweepAll()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }

  return {
    start: () => {
      stopTimer = timers.every(hour, tick)
      tick()
    },
    sweep,
    lastSweptAt: () => lastSweep,
    nextSweepAt: () => nextSweep,
    idle: async () => running,
    stop: async () => {
      stopped = true
      stopTimer()
      await running
    },
  }
}

import type { TenantId, Timestamp, TraceId } from '@repertoire/core/base'
import {
  type IdleSkill,
  purgeConversations,
  purgeSkills,
  sweepSkills,
  tombstoneExpiryCutoff,
} from '@repertoire/core/keep'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import type { Timers } from '../../platform/system/timers.ts'

const hour = 60 * 60 * 1000

/** The result of sweeping one organisation. */
export interface Sweep {
  /** Also the trace id of its audit entries. */
  readonly id: TraceId
  readonly at: Timestamp
  readonly found: readonly IdleSkill[]
}

/**
 * Archives skills that agents made and nobody uses, and purges deleted skills after their time. Every
 * replica may run one.
 */
export interface Curator {
  /** Sweeps every organisation now, and then once an hour. */
  start(): void
  /** Sweeps one organisation on request. */
  sweep(tenantId: TenantId, options: { readonly dryRun: boolean }): Promise<Sweep>
  /** When this process last swept all organisations, and when it does next. Null before it starts. */
  lastSweptAt(): Timestamp | null
  nextSweepAt(): Timestamp | null
  /** Resolves when no sweep is running. */
  idle(): Promise<void>
  /** Starts no further sweep, and waits for the current one. */
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
    await purgeConversations(tenant)
  }

  /** A failure in one organisation does not stop the others. */
  async function sweepAll(): Promise<void> {
    for (const { id } of await store.directory.tenants()) {
      if (stopped) return
      await sweepAndPurge(id).catch(onError)
    }
    await purgeOrganisations()
    lastSweep = clock.now()
  }

  /** Removes organisations that were deleted long enough ago. */
  async function purgeOrganisations(): Promise<void> {
    const upTo = tombstoneExpiryCutoff(clock.now())
    for (const { id, deletedAt } of await store.directory.organisations()) {
      if (stopped || deletedAt === null || deletedAt > upTo) continue
      await store.directory.purgeTenant(id).catch(onError)
    }
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

import type { TenantId, Timestamp, TraceId } from '@repertoire/core'
import {
  type Clock,
  type IdleSkill,
  type IdSource,
  purgeSkills,
  type Store,
  sweepSkills,
} from '@repertoire/core'
import type { Timers } from '../engines/direct/timers.ts'

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
  lastLookedAt(): Timestamp | null
  nextLookAt(): Timestamp | null
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
  readonly onFault: (error: unknown) => void
}

export function createCurator(options: CuratorOptions): Curator {
  const { store, clock, ids, timers, onFault } = options
  let lastLook: Timestamp | null = null
  let nextLook: Timestamp | null = null
  let walking: Promise<void> | undefined
  let stopped = false
  let stopTimer = () => {}

  async function sweep(tenantId: TenantId, { dryRun }: { readonly dryRun: boolean }) {
    const id = ids.traceId()
    const at = clock.now()
    const tenant = { store: store.tenant(tenantId), clock, ids }
    return { id, at, found: await sweepSkills(tenant, { sweep: id, dryRun }) }
  }

  async function visit(tenantId: TenantId): Promise<void> {
    await sweep(tenantId, { dryRun: false })
    const tenant = { store: store.tenant(tenantId), clock, ids }
    await purgeSkills(tenant, { sweep: ids.traceId() })
  }

  /** One organisation that cannot be swept does not keep the others from it. */
  async function walk(): Promise<void> {
    for (const { id } of await store.directory.tenants()) {
      if (stopped) return
      await visit(id).catch(onFault)
    }
    lastLook = clock.now()
  }

  function look(): void {
    if (stopped) return
    nextLook = clock.now() + hour
    walking ??= walk()
      .catch(onFault)
      .finally(() => {
        walking = undefined
      })
  }

  return {
    start: () => {
      stopTimer = timers.every(hour, look)
      look()
    },
    sweep,
    lastLookedAt: () => lastLook,
    nextLookAt: () => nextLook,
    idle: async () => walking,
    stop: async () => {
      stopped = true
      stopTimer()
      await walking
    },
  }
}

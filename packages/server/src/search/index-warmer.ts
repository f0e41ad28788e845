import type { Clock, SkillSearchService, Store, TenantId } from '@repertoire/core'

/** Tenants up to which all their indexes are built at start; beyond that each at its first request. */
const maxTenantsWarmedAtStart = 8
/** Milliseconds for which a tenant that was seen to counts as warm. */
const warmTtlMs = 10 * 60_000

/** Has search indexes ready before somebody searches: one at a time, in the background, never in the way. */
export interface IndexWarmer {
  /** At start: every tenant's, where they are few. */
  warmAtStart(): void
  /** A caller of this tenant is here, so a search is near. */
  recordActivity(tenantId: TenantId): void
  /** Resolves when nothing is being warmed. */
  idle(): Promise<void>
}

export interface IndexWarmerOptions {
  readonly search: Pick<SkillSearchService, 'warm'>
  readonly store: { readonly directory: Pick<Store['directory'], 'tenants'> }
  readonly clock: Clock
  /** A failure costs nothing but the head start: the next search meets it again and says so. */
  readonly onError: (error: unknown) => void
}

export function createIndexWarmer(options: IndexWarmerOptions): IndexWarmer {
  const { search, store, clock, onError } = options
  const warmedAt = new Map<TenantId, number>()
  let working: Promise<void> = Promise.resolve()

  function enqueue(task: () => Promise<void>): void {
    working = working.then(task).catch(onError)
  }

  function recordActivity(tenantId: TenantId): void {
    const now = clock.now()
    if (now - (warmedAt.get(tenantId) ?? Number.NEGATIVE_INFINITY) < warmTtlMs) return
    for (const [id, at] of warmedAt) if (now - at >= warmTtlMs) warmedAt.delete(id)
    warmedAt.set(tenantId, now)
    enqueue(() => search.warm(tenantId))
  }

  return {
    warmAtStart: () =>
      enqueue(async () => {
        const tenants = await store.directory.tenants()
        if (tenants.length <= maxTenantsWarmedAtStart)
          for (const { id } of tenants) recordActivity(id)
      }),
    recordActivity,
    idle: async () => {
      for (let known: unknown; known !== working; ) {
        known = working
        await working
      }
    },
  }
}

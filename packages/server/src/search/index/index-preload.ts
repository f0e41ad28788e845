import type { TenantId } from '@repertoire/core/base'
import type { SkillSearchService } from '@repertoire/core/choose'
import type { Clock, Store } from '@repertoire/core/ports'

/**
 * Number of tenants up to which all indexes are built at start. With more, each is built at its first request.
 */
const maxTenantsWarmedAtStart = 8
/** Milliseconds for which a tenant counts as warm. */
const warmTtlMs = 10 * 60_000

/** Builds search indexes before the first search, one at a time in the background. */
export interface IndexPreload {
  /** At start: warms every tenant, if they are few. */
  warmAtStart(): void
  /** A caller of this tenant is active, so a search is likely. */
  recordActivity(tenantId: TenantId): void
  /** Resolves when no index is being built. */
  idle(): Promise<void>
}

export interface IndexPreloadOptions {
  readonly search: Pick<SkillSearchService, 'warm'>
  readonly store: { readonly directory: Pick<Store['directory'], 'tenants'> }
  readonly clock: Clock
  /** Gets failures. A failure has no other effect, because the next search reports it again. */
  readonly onError: (error: unknown) => void
}

export function createIndexPreload(options: IndexPreloadOptions): IndexPreload {
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

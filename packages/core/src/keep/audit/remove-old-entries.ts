import type { Clock, IdSource } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface RetentionDeps {
  readonly store: Pick<TenantStore, 'audit'>
  readonly clock: Clock
  readonly ids: IdSource
}

/**
 * Removes the entries of the audit log that are older than `days`, and records how many. The hash of the last removed
 * one is kept, so the rest can still be verified. Returns how many were removed.
 */
export function removeOldAuditEntries(
  { store, clock, ids }: RetentionDeps,
  { days }: { readonly days: number },
): Promise<number> {
  const at = clock.now()
  return store.audit.removeBefore(at - days * dayMs, ({ count, last }) => ({
    ...{ id: ids.next('aud'), at, actor: null, traceId: null },
    ...{ action: 'audit-removed', target: 'audit' },
    details: { count, days, last_seq: last.seq, last_hash: last.hash },
  }))
}

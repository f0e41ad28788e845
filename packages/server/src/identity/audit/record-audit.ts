import { type AuditEntry, auditedBy, type Principal } from '@repertoire/core/domain'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'

export interface AuditPorts {
  readonly store: Pick<Store, 'tenant'>
  readonly clock: Clock
  readonly ids: IdSource
}

/** Who made a change, and under which trace. */
export interface AuditedCall {
  readonly caller: { readonly principal: Principal }
  readonly traceId: string
}

/** Appends one change to the audit log of the caller's organisation. */
export async function recordAudit(
  { store, clock, ids }: AuditPorts,
  { caller, traceId }: AuditedCall,
  fact: Pick<AuditEntry, 'action' | 'target' | 'details'>,
): Promise<void> {
  const { principal } = caller
  const by = { ...auditedBy(principal), traceId }
  const entry = { id: ids.next('aud'), at: clock.now(), ...by, ...fact }
  await store.tenant(principal.tenantId).audit.append([entry])
}

import type { AuditEntry, Principal } from '@repertoire/core'
import type { Application } from '../http/application.ts'

/** Puts one change into the audit log of the caller's organisation, under the request's trace. */
export async function recordAudit(
  app: Pick<Application, 'store' | 'clock' | 'ids'>,
  by: { readonly caller: { readonly principal: Principal }; readonly traceId: string },
  fact: Pick<AuditEntry, 'action' | 'target' | 'details'>,
): Promise<void> {
  const { tenantId, userId } = by.caller.principal
  await app.store.tenant(tenantId).audit.append([
    {
      id: app.ids.next('aud'),
      at: app.clock.now(),
      actor: userId,
      traceId: by.traceId,
      ...fact,
    },
  ])
}
